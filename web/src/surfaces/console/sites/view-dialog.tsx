import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { SiteEntry } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { viewSite } from '../api/sites';

/** Maximum length of a reason. */
const longest = 200;

type Props = { site: SiteEntry; onClose: () => void };

/** Asks for the reason for a look at a site's back office, and opens it in a new tab. */
export function ViewDialog({ site, onClose }: Props) {
  const { mutateAsync } = useMutation(viewSite);
  const form = useAppForm({
    schema: () => v.object({ reason: atMost(longest) }),
    values: { reason: '' },
    send: async ({ reason }) => {
      // Opened before the request, because browsers block later pop-ups.
      const window = globalThis.open('', '_blank');
      try {
        const { link } = await mutateAsync({ id: site.id, reason });
        if (window) window.location.replace(link);
        else location.assign(link);
        onClose();
      } catch (error) {
        window?.close();
        throw error;
      }
    },
  });
  return (
    <FormDialog
      title={i18n._('View {subdomain} as staff', { subdomain: site.subdomain })}
      form={form}
      submit={i18n._('View')}
      onClose={onClose}
      intro={
        <p>
          {i18n._(
            "You can view the back office for 15 minutes, but you can't make changes. The merchant's audit log shows your reason.",
          )}
        </p>
      }
      cancel
    >
      <FormField
        control={form.control}
        name="reason"
        label={i18n._('Reason')}
        autoComplete="off"
        maxLength={longest}
      />
    </FormDialog>
  );
}
