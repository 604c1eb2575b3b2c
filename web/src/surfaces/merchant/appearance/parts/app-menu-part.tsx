import { i18n } from '@lingui/core';
import { FormField } from '@/shared/forms/form-field';
import { SectionCard } from '@/shared/ui/section-card';
import { longestLabel } from '../config-schema';
import { menuWordKeys, menuWords } from '../menu-words';
import type { PartProps } from '../part-props';
import styles from './part.module.css';

/** Custom names of the app's menu entries. */
export function AppMenuPart({ form }: PartProps) {
  return (
    <SectionCard title={i18n._('App menu')}>
      <p className={styles.note}>
        {i18n._("Your own names for the app's menu and pages. Leave blank for the default.")}
      </p>
      <div className={styles.pair}>
        {menuWordKeys.map((key) => (
          <FormField
            key={key}
            control={form.control}
            name={`navWords.${key}`}
            label={menuWords[key]()}
            autoComplete="off"
            maxLength={longestLabel}
            optional
          />
        ))}
      </div>
    </SectionCard>
  );
}
