import { i18n } from '@lingui/core';
import { useScheme } from '@/shared/theme/scheme';
import { Icon } from '@/shared/ui/icon';
import styles from './round-button.module.css';

export function SchemeToggle() {
  const [scheme, choose] = useScheme();
  const dark = scheme === 'dark';
  return (
    <button
      type="button"
      className={styles.round}
      onClick={() => choose(dark ? 'light' : 'dark')}
      aria-label={dark ? i18n._('Light theme') : i18n._('Dark theme')}
    >
      <Icon name={dark ? 'sun' : 'moon'} size={22} />
    </button>
  );
}
