import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useFieldLabel } from '@/shared/forms/field-labels';
import type { AppForm } from '@/shared/forms/use-app-form';
import { openDialog } from '@/shared/ui/open-dialog';
import { Media } from './media';
import styles from './picture-field.module.css';
import type { MediaKind } from './pictures-dialog';

type Props<T extends FieldValues> = {
  form: AppForm<T>;
  name: FieldPath<T>;
  label: string;
  kind?: MediaKind;
};

function choose(kind: MediaKind): Promise<string | null> {
  return openDialog<string>(async () => {
    const { PicturesDialog } = await import('./pictures-dialog');
    return (settle) => <PicturesDialog kind={kind} onChosen={settle} onClose={() => settle(null)} />;
  });
}

/** Image picker. */
export function PictureField<T extends FieldValues>({ form, name, label, kind = 'picture' }: Props<T>) {
  const { field, fieldState } = useController({ control: form.control, name });
  useFieldLabel(name, label);
  const url = String(field.value ?? '');
  const error = fieldState.error?.message;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be next to its content
    <div className={styles.field} role="group" aria-label={label}>
      <div className={styles.thumb}>{url && <Media url={url} />}</div>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        <div className={styles.acts}>
          <Button
            ref={field.ref}
            name={name}
            variant="outlined"
            onClick={async () => {
              const chosen = await choose(kind);
              if (chosen !== null) field.onChange(chosen);
            }}
          >
            {url ? i18n._('Replace') : i18n._('Select')}
          </Button>
          {url && <Button onClick={() => field.onChange('')}>{i18n._('Remove')}</Button>}
        </div>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
