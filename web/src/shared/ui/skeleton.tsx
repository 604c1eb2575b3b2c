import { i18n } from '@lingui/core';
import { useDelayed } from '../lib/delayed';
import styles from './skeleton.module.css';

type Props = { count?: number; height: number; layout?: 'grid' | 'stack' };

/**
 * Placeholders as large as the expected content. They take space immediately and turn gray after 200 ms, so
 * that fast responses neither flicker nor move the page.
 */
export function Skeleton({ count = 1, height, layout = 'stack' }: Props) {
  const visible = useDelayed(true);
  const boxes = Array.from({ length: count }, (_, index) => index);
  return (
    <div className={styles[layout]} aria-busy="true">
      <span className="visually-hidden" role="status">
        {i18n._('Loading…')}
      </span>
      {boxes.map((box) => (
        <div key={box} className={styles.box} data-visible={visible} style={{ height }} />
      ))}
    </div>
  );
}
