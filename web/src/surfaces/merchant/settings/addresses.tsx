import styles from './addresses.module.css';

/** Addresses of the site with copy buttons, for a provider's settings. */
export function Addresses({ of }: { of: string[] }) {
  return (
    <ul className={styles.addresses}>
      {of.map((address) => (
        <li key={address}>
          <code>{address}</code>
        </li>
      ))}
    </ul>
  );
}
