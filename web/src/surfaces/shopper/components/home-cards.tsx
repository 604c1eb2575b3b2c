import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { iconFor } from '@/shared/ui/icon-paths';
import { isOffered } from '../model/offer';
import styles from './home-cards.module.css';

function colours(index: number): CSSProperties {
  return {
    '--card-ground': `var(--home-card-${index}, var(--card-default))`,
    '--card-icon': `var(--home-card-${index}-icon, var(--icon-default))`,
    '--card-text': `var(--home-card-${index}-text, var(--text-default))`,
  } as CSSProperties;
}

/** Merchant's shortcuts; the first is the primary one. Those without a page are omitted. */
export function HomeCards() {
  const cards = site().homeCards.map((card, index) => ({ ...card, index }));
  const offered = cards.filter((card) => isOffered(card.to)).slice(0, 8);
  return (
    <ul className={styles.cards}>
      {offered.map((card) => (
        <li key={`${card.to}-${card.text}`} className={styles.cell}>
          <Link className={styles.card} to={card.to} style={colours(card.index)}>
            <span className={styles.icon}>
              <Icon name={iconFor(card.icon)} size={26} />
            </span>
            <span className={styles.text}>{card.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
