import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './list-editor.module.css';

type Props = {
  /** A name for each entry, in their order. */
  names: string[];
  move?: ((from: number, to: number) => void) | undefined;
  remove?: ((index: number) => void) | undefined;
  add?: { label: string; onAdd: () => void } | undefined;
  children: (index: number) => ReactNode;
};

/** Entries in an order of their own, one open at a time. */
export function ListEditor({ names, move, remove, add, children }: Props) {
  return (
    <div className={styles.list}>
      {names.map((name, index) => (
        // Entries have no id: their place is what tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <details key={index} className={styles.entry} name="entries">
          <summary className={styles.summary}>
            <span className={styles.name}>{name || i18n._('Without a name')}</span>
          </summary>
          <div className={styles.content}>
            {children(index)}
            <div className={styles.acts}>
              {move && (
                <>
                  <Button disabled={index === 0} onClick={() => move(index, index - 1)}>
                    {i18n._('Move up')}
                  </Button>
                  <Button disabled={index === names.length - 1} onClick={() => move(index, index + 1)}>
                    {i18n._('Move down')}
                  </Button>
                </>
              )}
              {remove && (
                <IconButton
                  icon="trash"
                  label={i18n._('Remove {name}', { name })}
                  onClick={() => remove(index)}
                />
              )}
            </div>
          </div>
        </details>
      ))}
      {add && (
        <Button variant="outlined" onClick={add.onAdd}>
          {add.label}
        </Button>
      )}
    </div>
  );
}
