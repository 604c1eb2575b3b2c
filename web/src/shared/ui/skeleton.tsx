import { i18n } from '@lingui/core';
import { useDelayed } from '../lib/delayed';
import styles from './skeleton.module.css';

type Props = { count?: number; height: number; layout?: 'grid' | 'stack' };

/**
 * Boxes of the size of what comes. The place is taken at once, the grey only after 200 ms, so that
 * fast answers neither flicker nor move the page.
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
