import { i18n } from '@lingui/core';
import type { Quote } from '@/shared/api/types';
import { productKinds } from '@/shared/products/kinds';
import { type CartGroup, groupLines, type CartLine as Line, unitPrice } from '../model/cart-lines';
import styles from './cart-groups.module.css';
import { CartLine } from './cart-line';

function groupTitle(kind: CartGroup['kind']): string {
  return kind === 'gifts' ? i18n._('Gifts') : productKinds[kind].cartPart();
}

type Props = { lines: Line[]; quote: Quote | undefined; locked: boolean; editGift: (line: Line) => void };

export function CartGroups({ lines, quote, locked, editGift }: Props) {
  return (
    <div className={styles.groups}>
      {groupLines(lines).map((group) => (
        <section key={group.kind} className={styles.group} aria-label={groupTitle(group.kind)}>
          <h2 className={styles.title}>{groupTitle(group.kind)}</h2>
          <ul>
            {group.lines.map((line) => (
              <CartLine
                key={line.id}
                line={line}
                unit={unitPrice(line, quote)}
                locked={locked}
                editGift={editGift}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
