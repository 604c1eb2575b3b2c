import { i18n } from '@lingui/core';
import { Icon } from '../ui/icon';
import styles from './password-checklist.module.css';
import { type PasswordPart, passwordParts } from './rules';

/** Password rules, checked while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = passwordParts(password);
  const parts: [PasswordPart, string][] = [
    ['length', i18n._('At least 8 characters')],
    ['lower', i18n._('Lowercase letter')],
    ['capital', i18n._('Capital letter')],
    ['number', i18n._('Number')],
    ['special', i18n._('Special character')],
  ];
  return (
    <ul className={styles.list} aria-label={i18n._('Password requirements')}>
      {parts.map(([part, label]) => (
        <li key={part} className={styles.part} data-met={met[part]}>
          <Icon name={met[part] ? 'check' : 'minus'} size={16} />
          {label}
          {met[part] && <span className="visually-hidden">{i18n._('done')}</span>}
        </li>
      ))}
    </ul>
  );
}
