import { i18n } from '@lingui/core';
import { boot } from '@/shared/site/boot';
import styles from './environment-mark.module.css';

/** Whether people's money moves in an environment. One that nobody knows is taken for such. */
export function isProduction(name: string): boolean {
  return boot().console?.environments.find((one) => one.name === name)?.production ?? true;
}

/** The environment that one works in; production so that nobody overlooks it. */
export function EnvironmentMark({ name }: { name: string }) {
  const production = isProduction(name);
  return (
    <span className={styles.mark} data-production={production}>
      {production ? i18n._('{name} · production', { name }) : name}
    </span>
  );
}
