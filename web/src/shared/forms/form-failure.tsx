import { i18n } from '@lingui/core';
import { useContext, useLayoutEffect, useRef } from 'react';
import { type FieldError, type FieldPath, type FieldValues, useFormState } from 'react-hook-form';
import { Icon } from '../ui/icon';
import { FieldLabels } from './field-labels';
import styles from './form.module.css';
import type { AppForm } from './use-app-form';

/** Form errors: affected fields if there are several, and errors that no field shows. */
export function FormFailure<T extends FieldValues>({
  form,
}: {
  form: Pick<AppForm<T>, 'control' | 'setFocus'>;
}) {
  const { errors } = useFormState({ control: form.control });
  const labels = useContext(FieldLabels);
  const summary = useRef<HTMLDivElement>(null);
  const refused = Object.entries(errors as Record<string, FieldError | undefined>).filter(
    ([name, error]) => name !== 'root' && error?.type === 'server',
  );
  const several = refused.length > 1;
  // Together with its content, because the next input may be a key.
  useLayoutEffect(() => {
    if (several) summary.current?.focus();
  }, [several]);
  const text = errors.root?.message;
  return (
    <div role="alert" className={styles.failures}>
      {several && (
        <div ref={summary} className={styles.summary} tabIndex={-1}>
          <p>{i18n._('Check these fields:')}</p>
          <ul>
            {refused.map(([name, error]) => (
              <li key={name}>
                <button type="button" onClick={() => form.setFocus(name as FieldPath<T>)}>
                  {labels.get(name) ?? name}
                </button>
                : {error?.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {text && (
        <p className={styles.failure}>
          <Icon name="alert" size={20} />
          {text}
        </p>
      )}
    </div>
  );
}
