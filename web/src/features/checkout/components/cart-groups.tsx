import { i18n } from '@lingui/core';
import { groupByKind, type CartLine as Line } from '../model/cart';
import styles from './cart-groups.module.css';
import { CartLine } from './cart-line';

function kindTitle(kind: string): string {
  if (kind === 'AppWash') return i18n._('Single washes');
  if (kind === 'AppBundle') return i18n._('Bundles');
  if (kind === 'AppClub') return i18n._('Wash Club');
  return i18n._('More');
}

export function CartGroups({ lines, locked }: { lines: Line[]; locked: boolean }) {
  return (
    <div className={styles.groups}>
      {groupByKind(lines).map(([kind, group]) => (
        <section key={kind} className={styles.group}>
          <h2 className={styles.title}>{kindTitle(kind)}</h2>
          <ul>
            {group.map((line) => (
              <CartLine key={line.id} line={line} locked={locked} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
