import { i18n } from '@lingui/core';
import { Icon } from '@/shared/ui/icon';
import styles from './contrast.module.css';

type Props = {
  /** Merchant's color. */
  colour: string;
  /** Same color as text on a light and on a dark background. */
  light: string;
  dark: string;
};

/** Shows the adjusted color if the chosen one isn't readable. */
export function Contrast({ colour, light, dark }: Props) {
  const same = (tone: string) => tone.toLowerCase() === colour.slice(0, 7).toLowerCase();
  const adjusted = [
    { tone: light, ground: 'light', said: i18n._('Text on light pages: {tone}', { tone: light }) },
    { tone: dark, ground: 'dark', said: i18n._('Text on dark pages: {tone}', { tone: dark }) },
  ].filter(({ tone }) => !same(tone));
  if (adjusted.length === 0) return null;
  return (
    <div className={styles.contrast} role="status">
      <p className={styles.why}>
        <Icon name="alert" size={18} />
        {i18n._('This color is hard to read on some backgrounds, so the shop adjusts it.')}
      </p>
      <ul className={styles.tones}>
        {adjusted.map(({ tone, ground, said }) => (
          <li key={ground}>
            <span className={styles.sample} style={{ color: tone }} data-ground={ground} aria-hidden>
              Aa
            </span>
            {said}
          </li>
        ))}
      </ul>
    </div>
  );
}
