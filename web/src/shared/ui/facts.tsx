import styles from './facts.module.css';

type Props = { facts: [term: string, value: string][] };

/** What is known, for reading: each value under its name. */
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
