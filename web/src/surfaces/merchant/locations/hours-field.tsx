import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useController, useWatch } from 'react-hook-form';
import { weekdayName } from '@/features/catalog/components/opening-hours';
import { weekdays } from '@/features/catalog/model/opening-hours';
import { OpeningHours as limits, SpecialHours as specialLimits } from '@/shared/api/limits.gen';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import type { AppForm } from '@/shared/forms/use-app-form';
import { IconButton } from '@/shared/ui/icon-button';
import { DateField } from '../components/date-field';
import styles from './hours-field.module.css';
import { emptyHours, emptySpecial } from './hours-form';
import type { TypedLocation } from './location-schema';

type Props = { form: AppForm<TypedLocation> };

const options = { shouldDirty: true, shouldTouch: true } as const;

/** Weekdays of a line of opening hours. */
function WeekdaysField({ form, index }: Props & { index: number }) {
  const { field, fieldState } = useController({ control: form.control, name: `hours.${index}.days` });
  const { error } = fieldState;
  const chosen = field.value;
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{i18n._('Days')}</legend>
      {weekdays.map((name, day) => (
        <label key={name} className={styles.day}>
          <input
            ref={day === 0 ? field.ref : undefined}
            type="checkbox"
            checked={chosen.includes(day)}
            aria-label={weekdayName(day, 'long')}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosen, day].sort() : chosen.filter((other) => other !== day),
              )
            }
          />
          <span aria-hidden="true">{weekdayName(day)}</span>
        </label>
      ))}
      {error && (
        <FormHelperText error role="alert">
          {error.message}
        </FormHelperText>
      )}
    </fieldset>
  );
}

/** Opening hours of a week, one line for days with the same hours. */
export function HoursField({ form }: Props) {
  const { control, setValue } = form;
  const hours = useWatch({ control, name: 'hours' });
  const write = (next: TypedLocation['hours']) => setValue('hours', next, options);
  const closed = weekdays.flatMap((_, day) =>
    hours.some(({ days }) => days.includes(day)) ? [] : [weekdayName(day, 'long')],
  );
  const time = { control, autoComplete: 'off', maxLength: 10 } as const;
  return (
    <div className={styles.hours}>
      {hours.map((_, index) => (
        // Lines are identified by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={styles.line}>
          <WeekdaysField form={form} index={index} />
          <FormField {...time} name={`hours.${index}.open`} label={i18n._('Opening time')} />
          <FormField {...time} name={`hours.${index}.close`} label={i18n._('Closing time')} />
          <IconButton
            icon="trash"
            label={i18n._('Remove {name}', { name: i18n._('this row') })}
            onClick={() => write(hours.filter((__, at) => at !== index))}
          />
        </div>
      ))}
      {hours.length > 0 && closed.length > 0 && (
        <p className={styles.closed}>
          {i18n._('Closed: {days}', { days: new Intl.ListFormat(i18n.locale).format(closed) })}
        </p>
      )}
      {hours.length < 14 && (
        <Button variant="outlined" onClick={() => write([...hours, emptyHours(hours.length === 0)])}>
          {i18n._('Add hours')}
        </Button>
      )}
    </div>
  );
}

/** Special hours, such as those of holidays. */
export function SpecialHoursField({ form }: Props) {
  const { control, setValue } = form;
  const special = useWatch({ control, name: 'special' });
  const write = (next: TypedLocation['special']) => setValue('special', next, options);
  const text = { control, autoComplete: 'off' } as const;
  return (
    <div className={styles.hours}>
      {special.map(({ name, closed }, index) => (
        // Lines are identified by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={styles.special}>
          <div className={styles.pair}>
            <DateField control={control} name={`special.${index}.from`} label={i18n._('First day')} />
            <DateField
              control={control}
              name={`special.${index}.to`}
              label={i18n._('{label} - Optional', { label: i18n._('Last day') })}
              optional
            />
          </div>
          <FormField
            {...text}
            name={`special.${index}.name`}
            label={i18n._('Occasion')}
            maxLength={specialLimits.name.maxLength}
            optional
          />
          <div className={styles.end}>
            <SwitchField control={control} name={`special.${index}.closed`} label={i18n._('Closed')} />
            <IconButton
              icon="trash"
              label={i18n._('Remove {name}', { name: name || i18n._('this row') })}
              onClick={() => write(special.filter((_, at) => at !== index))}
            />
          </div>
          {!closed && (
            <div className={styles.pair}>
              <FormField
                {...text}
                name={`special.${index}.open`}
                label={i18n._('Opening time')}
                maxLength={10}
              />
              <FormField
                {...text}
                name={`special.${index}.close`}
                label={i18n._('Closing time')}
                maxLength={10}
              />
            </div>
          )}
        </div>
      ))}
      {special.length < limits.special.maxItems && (
        <Button variant="outlined" onClick={() => write([...special, emptySpecial()])}>
          {i18n._('Add special days')}
        </Button>
      )}
    </div>
  );
}
