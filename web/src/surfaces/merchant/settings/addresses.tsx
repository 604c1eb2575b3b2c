import styles from './addresses.module.css';

/** The addresses of the site, to be copied to where a vendor asks for them. */
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
