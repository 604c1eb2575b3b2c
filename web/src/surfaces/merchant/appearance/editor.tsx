import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useState } from 'react';
import { type FieldPath, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import type { WholeConfig } from '@/features/site/api/site-config';
import { ApiError, saidOr } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { addressOf } from '../table';
import { changesOf } from './changes';
import { configSchema } from './config-schema';
import { keptDraft } from './draft-store';
import styles from './editor.module.css';
import { pathInForm } from './first-wrong';
import { isPart, type PartName, partNames, parts } from './parts';
import { Preview } from './preview';
import { useLead } from './use-lead';
import { useLeadToWrong } from './use-lead-to-wrong';
import { useSave } from './use-save';

type Props = {
  /** Published config. */
  saved: WholeConfig;
  /** Initial values: the published config or a stored draft. */
  start: WholeConfig;
};

/** Milliseconds of inactivity after which a draft is stored on this device. */
const rest = 500;

/** Stores the draft on this device and deletes it when nothing is changed. */
function useKept(base: WholeConfig, edited: WholeConfig, changed: boolean) {
  useEffect(() => {
    if (!changed) return keptDraft.remove();
    const keep = () => keptDraft.write({ base, edited, at: new Date().toISOString() });
    const timer = setTimeout(keep, rest);
    // Also store changes made right before leaving.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [base, edited, changed]);
}

/** Theme editor with a live preview of the shop. */
export function Editor({ saved, start }: Props) {
  const [query, setQuery] = useSearchParams();
  const save = useSave(saved);
  const form = useAppForm<WholeConfig>({
    schema: configSchema,
    values: start,
    send: save,
    tell: (error) => {
      if (error instanceof ApiError) {
        for (const [path, message] of Object.entries(error.fields)) {
          form.setError(pathInForm(path) as FieldPath<WholeConfig>, { type: 'server', message });
        }
      }
      return dialogs.error({
        title: i18n._('Unable to Save new Configuration'),
        text: saidOr(
          error,
          i18n._('Something went wrong when updating the configuration. Please try again.'),
        ),
      });
    },
  });
  const edited = useWatch({ control: form.control }) as WholeConfig;
  const changes = useMemo(() => changesOf(saved, edited), [saved, edited]);
  const changed = changes.length > 0;
  useKept(saved, edited, changed);
  const asked = query.get('part');
  const part: PartName = isPart(asked) ? asked : 'brand';
  const show = (name: PartName) => setQuery({ part: name }, { replace: true, preventScrollReset: true });
  const lead = useLead(part, show);
  useLeadToWrong(form, part, lead);
  const { isSubmitting } = form.formState;
  const [givenUp, setGivenUp] = useState<WholeConfig | null>(null);
  const giveUp = () => {
    setGivenUp(structuredClone(edited));
    form.reset(saved);
  };
  const showHistory = () =>
    openDialog<void>(async () => {
      const { HistoryDialog } = await import('./history-dialog');
      return (settle) => (
        <HistoryDialog
          current={saved}
          onRestored={() => {
            keptDraft.remove();
            toast(i18n._('Version restored'));
          }}
          onClose={() => settle(null)}
        />
      );
    });
  return (
    <Form form={form} className={styles.editor} label={i18n._('Theme')} guard>
      <div className={styles.bar}>
        <p className={styles.state} role="status">
          {changed
            ? i18n._('{count, plural, one {# unsaved change} other {# unsaved changes}}', {
                count: changes.length,
              })
            : i18n._('No changes')}
        </p>
        <div className={styles.ways}>
          <Button component={Link} to={addressOf('rawConfig')}>
            {i18n._('Edit JSON')}
          </Button>
          <Button onClick={showHistory}>{i18n._('Version history')}</Button>
        </div>
        {givenUp && !changed && (
          <Button onClick={() => form.reset(givenUp, { keepDefaultValues: true })}>{i18n._('Undo')}</Button>
        )}
        <Button variant="outlined" disabled={!changed || isSubmitting} onClick={giveUp}>
          {i18n._('Reset')}
        </Button>
        <Button type="submit" variant="contained" disabled={!changed || isSubmitting}>
          {i18n._('Save')}
        </Button>
      </div>
      <nav className={styles.parts} aria-label={i18n._('Sections')}>
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'true' : undefined}
            onClick={() => show(name)}
          >
            {parts[name].label()}
          </button>
        ))}
      </nav>
      <div className={styles.fields}>{parts[part].content(form)}</div>
      <Preview draft={edited} device={parts[part].device} onChosen={lead} />
    </Form>
  );
}
