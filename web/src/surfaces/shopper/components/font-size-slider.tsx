import { i18n } from '@lingui/core';
import Slider from '@mui/material/Slider';
import { useId } from 'react';
import { pageLocale } from '@/shared/i18n/locale';
import { largest, smallest, useFontSize } from '@/shared/theme/font-size';
import styles from './options-card.module.css';

function shown(size: number): string {
  return new Intl.NumberFormat(pageLocale(), { minimumFractionDigits: 1 }).format(size / 10);
}

export function FontSizeSlider() {
  const [size, choose] = useFontSize();
  const id = useId();
  return (
    <div className={styles.slider} data-swipe="own">
      <span className={styles.line}>
        <span id={id}>{i18n._('Font Size')}</span>
        <output className={styles.value}>{shown(size)}</output>
      </span>
      <Slider
        aria-labelledby={id}
        value={size}
        min={smallest}
        max={largest}
        step={1}
        marks
        getAriaValueText={shown}
        onChange={(_, next) => choose(next as number)}
      />
    </div>
  );
}
