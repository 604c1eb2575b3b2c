import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { archiveLocations, type LocationRecord } from '@/features/catalog/api/admin-locations';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { askAndDo } from '@/shared/office/ask-and-do';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';

const idsOf = (records: LocationRecord[]) => records.map(({ locationId }) => locationId);

/** Archives locations after a confirmation, or unarchives them; returns whether it did. */
export function useArchive() {
  const { mutateAsync, isPending } = useMutation(archiveLocations);
  const archive = (records: LocationRecord[]) => {
    const count = records.length;
    const name = records[0]?.location.name ?? '';
    const several = count > 1;
    return askAndDo(
      {
        title: several
          ? i18n._('Archive {count} locations?', { count })
          : i18n._('Archive {name}?', { name }),
        text: several
          ? i18n._(
              'Customers no longer see them, and products sold only there become unavailable. Terminals keep working. You can unarchive them anytime.',
            )
          : i18n._(
              'Customers no longer see it, and products sold only there become unavailable. Terminals keep working. You can unarchive it anytime.',
            ),
        yes: i18n._('Archive'),
        done: several ? i18n._('{count} locations archived', { count }) : i18n._('{name} archived', { name }),
      },
      () => mutateAsync({ ids: idsOf(records), archived: true }),
    );
  };
  const restore = async (records: LocationRecord[]) => {
    try {
      await mutateAsync({ ids: idsOf(records), archived: false });
      toast(i18n._('Location unarchived'));
      return true;
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
      return false;
    }
  };
  return { archive, restore, busy: isPending };
}
