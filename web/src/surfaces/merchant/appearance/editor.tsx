import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { saveConfig, type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { ApiError } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { dialogs } from '@/shared/ui/dialogs';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { carriedOver, changesOf } from './changes';
import { configSchema, sendable } from './config-form';
import { keptDraft } from './draft-store';
import styles from './editor.module.css';
import { isPart, type PartName, partNames, parts } from './parts';
import { Preview } from './preview';

type Props = {
  /** In force. */
  saved: WholeConfig;
  /** What the fields begin with: the saved config, or a draft that was kept. */
  start: WholeConfig;
};

/** How long a draft rests before it is kept on this device. */
const rest = 500;

/** Keeps what is edited on this device, and forgets it once there is no change. */
function useKept(base: WholeConfig, edited: WholeConfig, changed: boolean) {
  useEffect(() => {
    if (!changed) return keptDraft.remove();
    const timer = setTimeout(() => {
      keptDraft.write({ base, edited, at: new Date().toISOString() });
    }, rest);
    return () => clearTimeout(timer);
  }, [base, edited, changed]);
}

/** Somebody else has saved meanwhile: what was changed here can be done to theirs. */
function askToCarryOver(): Promise<boolean> {
  return dialogs.confirm({
    kind: 'warning',
    title: i18n._('Saved by somebody else'),
    text: i18n._(
      'Somebody else has saved meanwhile. Your changes can be carried over to what they have saved; then look at them again, and save.',
    ),
    yes: i18n._('Carry over'),
    no: i18n._('Not now'),
  });
}

/** The site's face, to be edited beside the shop that it makes. */
export function Editor({ saved, start }: Props) {
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(saveConfig());
  const [query, setQuery] = useSearchParams();
  const form = useAppForm<WholeConfig>({
    schema: configSchema,
    values: start,
    send: async (edited) => {
      try {
        await mutateAsync(sendable(edited));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'stale_revision') throw error;
        if (!(await askToCarryOver())) return;
        const newest = await queries.fetchQuery({ ...wholeConfigQuery(), staleTime: 0 });
        const mine = carriedOver(changesOf(saved, edited), newest);
        keptDraft.write({ base: newest, edited: mine, at: new Date().toISOString() });
        return;
      }
      keptDraft.remove();
      toast(i18n._('Saved. It is what customers see from now on.'));
    },
  });
  const edited = useWatch({ control: form.control }) as WholeConfig;
  const changes = useMemo(() => changesOf(saved, edited), [saved, edited]);
  const changed = changes.length > 0;
  useKept(saved, edited, changed);
  const asked = query.get('part');
  const part: PartName = isPart(asked) ? asked : 'brand';
  const { isSubmitting } = form.formState;
  const showHistory = () =>
    openDialog<void>(async () => {
      const { HistoryDialog } = await import('./history-dialog');
      return (settle) => (
        <HistoryDialog
          current={saved}
          onRestored={() => {
            keptDraft.remove();
            toast(i18n._('Restored. It is what customers see from now on.'));
          }}
          onClose={() => settle(null)}
        />
      );
    });
  return (
    <Form form={form} className={styles.editor} label={i18n._('Appearance')} guard>
      <div className={styles.bar}>
        <p className={styles.state} role="status">
          {changed
            ? i18n._('{count, plural, one {# change} other {# changes}}, not saved', {
                count: changes.length,
              })
            : i18n._('No changes')}
        </p>
        <Button onClick={showHistory}>{i18n._('Earlier versions')}</Button>
        <Button variant="outlined" disabled={!changed || isSubmitting} onClick={() => form.reset(saved)}>
          {i18n._('Reset')}
        </Button>
        <Button type="submit" variant="contained" disabled={!changed || isSubmitting}>
          {i18n._('Save')}
        </Button>
      </div>
      <nav className={styles.parts} aria-label={i18n._('Parts')}>
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'true' : undefined}
            onClick={() => setQuery({ part: name }, { replace: true, preventScrollReset: true })}
          >
            {parts[name].label()}
          </button>
        ))}
      </nav>
      <div className={styles.fields}>{parts[part].content(form)}</div>
      <Preview draft={edited} device={parts[part].device} />
    </Form>
  );
}
