import { i18n } from '@lingui/core';
import { boot } from '@/shared/site/boot';
import styles from './environment-mark.module.css';

/** Whether real money moves in an environment. Unknown environments count as production. */
export function isProduction(name: string): boolean {
  return boot().console?.environments.find((one) => one.name === name)?.production ?? true;
}

/** Current environment, with production emphasized. */
export function EnvironmentMark({ name }: { name: string }) {
  const production = isProduction(name);
  return (
    <span className={styles.mark} data-production={production}>
      {production ? i18n._('{name} · production', { name }) : name}
    </span>
  );
}
