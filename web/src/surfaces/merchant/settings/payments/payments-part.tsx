import { i18n } from '@lingui/core';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type LeftAccount,
  type ProcessorInUse,
  type ProcessorPreview,
  previewProcessor,
  processorQuery,
  setProcessor,
  type TypedProcessor,
  tryProcessor,
} from '@/features/payments/api/processor';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { showFailure } from '@/shared/forms/submit-failure';
import { useAppForm } from '@/shared/forms/use-app-form';
import { confirmByTyping } from '@/shared/office/confirm-by-typing';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { withPassword } from '../../components/with-password';
import { renameFields } from '../../offers/rename-fields';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { processorSchema } from './processor-schema';
import { consequences, leftWords, testWords } from './processor-words';
import { endpointSets, processors, settingNames } from './processors';

type Typed = Record<string, string>;

/** Form names of server fields. */
const names = Object.fromEntries(settingNames.map((name) => [`settings.${name}`, name]));

function valuesOf({ name, endpoints, isProduction, settings }: ProcessorInUse): Typed {
  const shown = settings as Record<string, unknown>;
  const own = settingNames.map((setting) => [setting, String(shown[setting] ?? '')]);
  const [proposed] = endpointSets(isProduction);
  // A site that moved to another environment can have endpoints that aren't allowed there.
  const kept = endpointSets(isProduction).find(({ value }) => value === endpoints);
  return {
    ...Object.fromEntries(own),
    name: name ?? 'moneris',
    endpoints: (kept ?? proposed).value,
  };
}

/** Input in the server's format. Settings without a field keep their values. */
function sendable(typed: Typed, inUse: ProcessorInUse): TypedProcessor {
  const { name = '', endpoints = '' } = typed;
  const fields = processors[name]?.settings ?? [];
  const filled = fields.filter((field) => typed[field.name] || !(field.optional || field.secret));
  const kept = inUse.name === name ? (inUse.settings as Record<string, unknown>) : {};
  const own = filled.map((field) => [field.name, typed[field.name]]);
  return { name, endpoints, settings: { ...kept, ...Object.fromEntries(own) } as Record<string, never> };
}

/** Previous merchant accounts and their remaining uses. */
function LeftAccounts({ accounts }: { accounts: LeftAccount[] }) {
  return (
    <SectionCard title={i18n._('Previous merchant accounts')}>
      {accounts.map((account) => (
        <section key={`${account.processor} ${account.merchantId} ${account.leftAt}`}>
          <strong>
            {[processors[account.processor]?.label ?? account.processor, account.merchantId]
              .filter(Boolean)
              .join(' · ')}
          </strong>
          <ul className={styles.notes}>
            {leftWords(account).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      ))}
    </SectionCard>
  );
}

type Props = { inUse: ProcessorInUse; onSaved: () => void };

function ProcessorForm({ inUse, onSaved }: Props) {
  const saving = useMutation(setProcessor);
  const trying = useMutation(tryProcessor);
  const previewing = useMutation(previewProcessor);
  const labelOf = (name: string) => processors[name]?.label ?? name;
  const isSure = async (preview: ProcessorPreview, next: TypedProcessor): Promise<boolean> => {
    const { changesAccount, cardsLeft, openCharges, merchantId } = preview;
    if (!changesAccount || (cardsLeft === 0 && openCharges === 0)) return true;
    const stays = next.name === inUse.name;
    return confirmByTyping({
      title: stays
        ? i18n._('Change merchant account?')
        : i18n._('Switch from {processor}?', { processor: labelOf(inUse.name ?? '') }),
      text: i18n._(
        "{count, plural, =0 {No customers have a card on file.} one {# customer has a card on file that can't be charged anymore. We'll ask them to add it again.} other {# customers have a card on file that can't be charged anymore. We'll ask them to add it again.}}",
        { count: cardsLeft },
      ),
      notes: consequences(preview),
      word: stays ? merchantId : labelOf(next.name),
      yes: stays ? i18n._('Change merchant account') : i18n._('Switch processor'),
    });
  };
  const form = useAppForm<Typed>({
    schema: () => processorSchema(inUse.name ?? null),
    values: valuesOf(inUse),
    send: async (typed) => {
      const next = sendable(typed, inUse);
      try {
        const preview = await previewing.mutateAsync(next);
        if (!(await isSure(preview, next))) return;
        await withPassword(() => saving.mutateAsync({ version: inUse.version, processor: next }));
      } catch (error) {
        throw renameFields(error, names);
      }
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  const name = useWatch({ control, name: 'name' }) ?? '';
  const tell = (error: unknown) => dialogs.error({ title: errorTitle(error), text: errorText(error) });
  // Not a submission, which would show the save button as busy.
  const [isTrying, setTrying] = useState(false);
  const [tested, setTested] = useState<{ typed: string; words: ReturnType<typeof testWords> }>();
  // A result applies to the credentials that were tested.
  const typedNow = JSON.stringify(sendable(useWatch({ control }) as Typed, inUse));
  const tryIt = async () => {
    setTrying(true);
    setTested(undefined);
    form.clearErrors('root');
    try {
      if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
      const next = sendable(form.getValues(), inUse);
      const result = await withPassword(() => trying.mutateAsync(next));
      setTested({ typed: JSON.stringify(next), words: testWords(result, labelOf(next.name)) });
    } catch (error) {
      await showFailure(form, renameFields(error, names), { tell });
    } finally {
      setTrying(false);
    }
  };
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Processor')}>
        <div className={styles.fields}>
          <SelectField
            control={control}
            name="name"
            label={i18n._('Processor')}
            autoComplete="off"
            options={Object.entries(processors).map(([value, { label }]) => ({ value, label }))}
          />
          <SelectField
            control={control}
            name="endpoints"
            label={i18n._('Environment')}
            autoComplete="off"
            options={endpointSets(inUse.isProduction).map(({ value, label }) => ({ value, label: label() }))}
            help={
              inUse.isProduction
                ? i18n._("The processor's sandbox moves no money.")
                : i18n._("This is a test site, so it can't take live payments.")
            }
          />
        </div>
        {inUse.cardsOnFile > 0 && (
          <p className={styles.note}>
            {i18n._(
              '{count, plural, one {# card on file can be charged.} other {# cards on file can be charged.}}',
              {
                count: inUse.cardsOnFile,
              },
            )}
          </p>
        )}
      </SectionCard>
      <SectionCard title={i18n._('Credentials')}>
        <div className={styles.fields} key={name}>
          {processors[name]?.settings.map(({ name: setting, label, secret, optional }) => (
            <FormField
              key={setting}
              control={control}
              name={setting}
              label={label()}
              type={secret ? 'password' : 'text'}
              autoComplete={secret ? 'new-password' : 'off'}
              maxLength={200}
              {...(optional && { optional })}
              help={
                secret && name === inUse.name
                  ? i18n._('Stored securely. Leave blank to keep the current value.')
                  : undefined
              }
            />
          ))}
        </div>
        <BusyButton variant="outlined" onClick={tryIt} busy={isTrying}>
          {i18n._('Test connection')}
        </BusyButton>
        <div role="status">
          {tested?.typed === typedNow && (
            <Alert severity={tested.words.severity} role="presentation">
              <AlertTitle>{tested.words.title}</AlertTitle>
              {tested.words.text}
            </Alert>
          )}
        </div>
      </SectionCard>
      {inUse.leftAccounts.length > 0 && <LeftAccounts accounts={inUse.leftAccounts} />}
    </Form>
  );
}

/** Payment processor settings. */
export function PaymentsPart() {
  return (
    <OpenedView
      query={processorQuery()}
      skeleton={<Skeleton count={2} height={220} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(inUse, again) => <ProcessorForm inUse={inUse} onSaved={again} />}
    </OpenedView>
  );
}
