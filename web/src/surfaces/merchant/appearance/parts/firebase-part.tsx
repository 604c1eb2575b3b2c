import { i18n } from '@lingui/core';
import { FormField } from '@/shared/forms/form-field';
import { SectionCard } from '@/shared/ui/section-card';
import type { PartProps } from '../part-props';
import styles from './part.module.css';

/** Firebase configuration from its console. */
export function FirebasePart({ form }: PartProps) {
  const { control } = form;
  const fields = [
    { name: 'firebaseConfig.apiKey', label: i18n._('API key') },
    { name: 'firebaseConfig.authDomain', label: i18n._('Auth domain') },
    { name: 'firebaseConfig.projectId', label: i18n._('Project ID') },
    { name: 'firebaseConfig.storageBucket', label: i18n._('Storage bucket') },
    { name: 'firebaseConfig.messagingSenderId', label: i18n._('Sender ID') },
    { name: 'firebaseConfig.appId', label: i18n._('App ID') },
    { name: 'VAPIDKey', label: i18n._('VAPID key') },
  ] as const;
  return (
    <SectionCard title={i18n._('Firebase')}>
      <div className={styles.fields}>
        {fields.map(({ name, label }) => (
          <FormField
            key={name}
            control={control}
            name={name}
            label={label}
            autoComplete="off"
            maxLength={200}
            optional
          />
        ))}
      </div>
    </SectionCard>
  );
}
