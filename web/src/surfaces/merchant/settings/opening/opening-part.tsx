import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { type Opening, openingQuery, setOpening } from '@/features/opening/api/opening';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { SetupGuide } from '../../checklist/checklist';
import { unlockAndDo } from '../../components/with-password';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';

const LONGEST_TEXT = 500;

function CloseForm({ opening, onSaved }: { opening: Opening; onSaved: () => void }) {
  const { mutateAsync } = useMutation(setOpening());
  const form = useAppForm({
    schema: () => v.object({ closedText: atMostText(LONGEST_TEXT) }),
    values: { closedText: opening.closedText },
    send: async ({ closedText }) => {
      const closed = await unlockAndDo(
        {
          title: i18n._('Close the shop?'),
          text: i18n._(
            'Customers see only your message and contact details, and kiosks stop working. Memberships still renew.',
          ),
          yes: i18n._('Close shop'),
          done: i18n._('Shop closed'),
        },
        () => mutateAsync({ open: false, closedText }),
      );
      if (closed) onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Close shop')}>
      <SectionCard title={i18n._('Close temporarily')}>
        <div className={styles.fields}>
          <FormField
            control={form.control}
            name="closedText"
            label={i18n._('Message to customers')}
            autoComplete="off"
            maxLength={LONGEST_TEXT}
            lines={3}
            optional
            help={i18n._('For example: "Closed for repairs. Back on May 3."')}
          />
        </div>
      </SectionCard>
    </Form>
  );
}

/** Setup guide, and closing of the shop. */
export function OpeningPart() {
  return (
    <>
      <SetupGuide />
      <OpenedView
        query={openingQuery()}
        skeleton={<Skeleton count={1} height={240} />}
        failed={i18n._("Couldn't load shop status")}
      >
        {(opening, again) => opening.open && <CloseForm opening={opening} onSaved={again} />}
      </OpenedView>
    </>
  );
}
