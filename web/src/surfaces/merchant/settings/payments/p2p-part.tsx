import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { type P2p, p2pQuery, setP2p } from '@/features/payments/api/processor';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMost } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';

type Props = { saved: P2p; onSaved: () => void };

function P2pForm({ saved: { version, terminalId }, onSaved }: Props) {
  const { mutateAsync } = useMutation(setP2p);
  const form = useAppForm({
    schema: () => v.object({ terminalId: atMost(64) }),
    values: { terminalId: terminalId ?? '' },
    send: async (typed) => {
      await mutateAsync({ version, ...typed });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Card terminal')}>
        <FormField
          control={form.control}
          name="terminalId"
          label={i18n._('Terminal ID')}
          autoComplete="off"
          maxLength={64}
          help={i18n._("You'll find it on the terminal or in its documentation.")}
        />
      </SectionCard>
    </Form>
  );
}

/** Card terminal settings. */
export function P2pPart() {
  return (
    <OpenedView
      query={p2pQuery()}
      skeleton={<Skeleton count={1} height={160} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(saved, again) => <P2pForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
