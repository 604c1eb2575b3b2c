import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import styles from './chosen-bar.module.css';

type Props = { count: number; onClear: () => void; children: ReactNode };

/** Bulk actions for the selected rows. */
export function ChosenBar({ count, onClear, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it isn't part of a form
    <div className={styles.bar} role="group" aria-label={i18n._('Selection')}>
      <p role="status">{i18n._('{count, plural, one {# selected} other {# selected}}', { count })}</p>
      <div className={styles.acts}>
        {children}
        <Button size="small" variant="text" onClick={onClear}>
          {i18n._('Clear selection')}
        </Button>
      </div>
    </div>
  );
}
