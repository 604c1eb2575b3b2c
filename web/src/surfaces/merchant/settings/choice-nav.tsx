import { Link } from 'react-router';
import styles from './choice-nav.module.css';

type Props = { label: string; choices: { to: string; label: string; current: boolean }[] };

/** Navigation within a settings section, with a URL for each entry. */
export function ChoiceNav({ label, choices }: Props) {
  return (
    <nav className={styles.choices} aria-label={label}>
      {choices.map(({ to, label: name, current }) => (
        <Link key={to} to={to} replace preventScrollReset aria-current={current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
