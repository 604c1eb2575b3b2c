import type { ReactNode } from 'react';
import styles from './facts.module.css';

type Props = { facts: [term: string, value: ReactNode][] };

/** Read-only values with their labels. */
export function Facts({ facts }: Props) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
