import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { Icon } from '@/shared/ui/icon';
import { stripped, whyNot } from '../model/subdomain';
import { type Check, type Standing, useSubdomain } from '../model/use-subdomain';
import styles from './subdomain-field.module.css';

export type SubdomainValues = { subdomain: string; isRefused: boolean };

function said(standing: Standing): string {
  switch (standing.state) {
    case 'none':
      return i18n._("The first part of the site's address");
    case 'asking':
      return i18n._('Checking availability…');
    case 'unknown':
      return i18n._("Couldn't check availability. Try another subdomain or try again later.");
    case 'free':
      return i18n._('{subdomain} is available.', { subdomain: standing.answer.subdomain });
    case 'refused':
      return standing.answer.reason ? whyNot(standing.answer.reason) : '';
  }
}

type Props<T extends SubdomainValues> = {
  control: Control<T>;
  check: Check;
};

/** Subdomain field that drops invalid characters and checks availability while typing. */
export function SubdomainField<T extends SubdomainValues>({ control, check }: Props<T>) {
  const own = control as unknown as Control<SubdomainValues>;
  const name = useWatch({ control: own, name: 'subdomain' });
  const { field } = useController({ control: own, name: 'isRefused' });
  const standing = useSubdomain(name, check);
  // The server's answer to the creation is newer than that of the check.
  const { errors } = useFormState({ control: own, name: 'subdomain' });
  const isFree = standing.state === 'free' && !errors.subdomain;
  const { onChange, value } = field;
  const isRefused = standing.state === 'refused' || standing.state === 'unknown';
  useEffect(() => {
    if (value !== isRefused) onChange(isRefused);
  }, [isRefused, value, onChange]);
  return (
    <div className={styles.field}>
      <FormField
        control={own}
        name="subdomain"
        label={i18n._('Subdomain')}
        autoComplete="off"
        maxLength={63}
        sanitize={stripped}
      />
      <p className={styles.said} role="status" data-state={standing.state}>
        {isFree && <Icon name="check" size={16} />}
        {(isFree || standing.state !== 'free') && said(standing)}
      </p>
    </div>
  );
}
