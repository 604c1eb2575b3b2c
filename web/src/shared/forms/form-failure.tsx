import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Icon } from '../ui/icon';
import styles from './form.module.css';

/** The failure of the whole form, under it. */
export function FormFailure<T extends FieldValues>({ control }: { control: Control<T> }) {
  const { errors } = useFormState({ control });
  const text = errors.root?.message;
  return (
    <div role="alert">
      {text && (
        <p className={styles.failure}>
          <Icon name="alert" size={20} />
          {text}
        </p>
      )}
    </div>
  );
}
