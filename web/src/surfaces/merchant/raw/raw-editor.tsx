import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type RawConfig, rawConfigQuery, saveRawConfig } from '@/features/site/api/raw-config';
import { ApiError, errorText } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { useUnsaved } from '@/shared/ui/unsaved';
import { ChangeList } from '../appearance/change-list';
import { type Change, carriedOver, changesOf } from '../appearance/changes';
import { withPassword } from '../components/with-password';
import { JsonEditor } from './json-editor';
import styles from './raw-editor.module.css';

/** Object in a JSON text; null if it isn't one. */
function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type Failure = { title?: string; text: string };

function askToCarryOver(): Promise<boolean> {
  return dialogs.confirm({
    kind: 'warning',
    title: i18n._('Conflicting changes'),
    text: i18n._('Someone else saved changes. Merge your changes with theirs, then review and save.'),
    yes: i18n._('Merge'),
    no: i18n._('Not now'),
  });
}

/** JSON editor of the config. Keeps both others' changes and unsaved input. */
export function RawEditor({ saved }: { saved: RawConfig }) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(saveRawConfig());
  const [base, setBase] = useState(saved);
  // Each editing session has its own undo history.
  const [start, setStart] = useState({ text: saved.text, round: 0 });
  const [text, setText] = useState(saved.text);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [corrected, setCorrected] = useState<Change[]>([]);
  const changed = text !== base.text;
  useUnsaved(changed && !isPending);

  const beginWith = (other: string) => {
    setText(other);
    setStart(({ round }) => ({ text: other, round: round + 1 }));
  };
  const carryOver = async (mine: object) => {
    if (!(await askToCarryOver())) return;
    const newest = await withPassword(() => queries.fetchQuery(rawConfigQuery()));
    const changes = changesOf(objectIn(base.text) ?? {}, mine);
    const merged = JSON.stringify(carriedOver(changes, objectIn(newest.text) ?? {}), null, 2);
    setBase(newest);
    beginWith(merged);
  };
  /** Shows the config as saved, because the server completes and corrects it. */
  const goOn = async (revision: number, mine: object) => {
    const inForce = await queries.fetchQuery(rawConfigQuery()).catch(() => ({ revision, text }));
    const changes = changesOf(mine, objectIn(inForce.text) ?? {});
    setCorrected(changes);
    if (changes.length === 0) return setBase({ revision: inForce.revision, text });
    setBase(inForce);
    beginWith(inForce.text);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const mine = objectIn(text);
    if (!mine) return setFailure({ text: i18n._('Config Error: Invalid Config.') });
    setFailure(null);
    setCorrected([]);
    try {
      const { revision } = await withPassword(() => mutateAsync({ revision: base.revision, text }));
      await goOn(revision, mine);
      toast(i18n._('Published'));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale_revision') return carryOver(mine);
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const said = fields.filter(([name]) => name !== 'text').map(([name, message]) => `${name}: ${message}`);
      setFailure({
        title: i18n._('Unable to Save new Configuration'),
        text: said.join(' ') || errorText(error),
      });
    }
  };
  const reset = () => {
    setFailure(null);
    setCorrected([]);
    beginWith(base.text);
  };
  return (
    <form className={styles.raw} onSubmit={save} noValidate>
      <p className={styles.hint}>
        {i18n._(
          'Press Ctrl+Space for suggestions. Unknown names are highlighted. Version history is on the Theme page.',
        )}
      </p>
      <JsonEditor
        key={start.round}
        text={start.text}
        label={i18n._('Configuration (JSON)')}
        onChange={setText}
      />
      {failure && (
        <div role="alert" className={styles.failure}>
          {failure.title && <strong>{failure.title}</strong>}
          <p>{failure.text}</p>
        </div>
      )}
      {corrected.length > 0 && (
        <div role="status">
          <p>{i18n._('Saved with corrections:')}</p>
          <ChangeList changes={corrected} />
        </div>
      )}
      <div className={styles.actions}>
        <Button variant="outlined" disabled={!changed || isPending} onClick={reset}>
          {i18n._('Reset')}
        </Button>
        <Button type="submit" variant="contained" disabled={!changed || isPending}>
          {i18n._('Save')}
        </Button>
      </div>
    </form>
  );
}
