import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { Hours } from '@/shared/api/limits.gen';
import { FormField } from '@/shared/forms/form-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './hours-field.module.css';
import type { TypedLocation } from './location-schema';

/** Opening hours, one line for days with the same hours. */
export function HoursField({ form }: { form: AppForm<TypedLocation> }) {
  const { control, setValue } = form;
  const hours = useWatch({ control, name: 'hours' });
  const write = (next: TypedLocation['hours']) => setValue('hours', next, { shouldDirty: true });
  const off = { control, autoComplete: 'off' } as const;
  return (
    <div className={styles.hours}>
      {hours.map(({ days }, index) => (
        // Lines are identified by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={styles.line}>
          <FormField
            {...off}
            name={`hours.${index}.days`}
            label={i18n._('Days')}
            maxLength={Hours.days.maxLength}
          />
          <FormField {...off} name={`hours.${index}.open`} label={i18n._('Opening time')} maxLength={5} />
          <FormField {...off} name={`hours.${index}.close`} label={i18n._('Closing time')} maxLength={5} />
          <IconButton
            icon="trash"
            label={i18n._('Remove {name}', { name: days || i18n._('this row') })}
            onClick={() => write(hours.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {hours.length < 14 && (
        <Button
          variant="outlined"
          onClick={() =>
            write([...hours, { days: hours.length === 0 ? 'Mon–Sun' : '', open: '08:00', close: '20:00' }])
          }
        >
          {i18n._('Add hours')}
        </Button>
      )}
    </div>
  );
}
