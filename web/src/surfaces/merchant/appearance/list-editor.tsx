import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './list-editor.module.css';

type Props = {
  /** Names of the entries, in order. */
  names: string[];
  move?: ((from: number, to: number) => void) | undefined;
  remove?: ((index: number) => void) | undefined;
  add?: { label: string; onAdd: () => void } | undefined;
  children: (index: number) => ReactNode;
};

/** Focus after a click: the same button of a moved entry, the new entry, or the nearest remaining one. */
type Next = { at: number; after: 'up' | 'down' | 'new' | 'left' };

/** Entries have no ID, so open state and focus would otherwise stay at an index. */
function useFollow() {
  const list = useRef<HTMLDivElement>(null);
  const [next, setNext] = useState<Next | null>(null);
  useEffect(() => {
    if (!next || !list.current) return;
    const { at, after } = next;
    const entries = [...list.current.querySelectorAll<HTMLDetailsElement>(':scope > details')];
    const entry = entries[Math.min(at, entries.length - 1)];
    const within = (selector: string) => entry?.querySelector<HTMLElement>(selector);
    if (after === 'left') {
      for (const one of entries) one.open = false;
      (within('summary') ?? list.current.querySelector('button'))?.focus();
    } else if (entry) {
      entry.open = true;
      const wanted = after === 'new' ? within('input') : within(`[data-step=${after}]:not(:disabled)`);
      (wanted ?? within('summary'))?.focus();
    }
    setNext(null);
  }, [next]);
  return { list, setNext };
}

/** List of sortable entries with one open at a time. */
export function ListEditor({ names, move, remove, add, children }: Props) {
  const { list, setNext } = useFollow();
  const step = (index: number, to: number, after: 'up' | 'down') => {
    move?.(index, to);
    setNext({ at: to, after });
  };
  return (
    <div ref={list} className={styles.list}>
      {names.map((name, index) => (
        // Entries are identified by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <details key={index} className={styles.entry} name="entries">
          <summary className={styles.summary}>
            <span className={styles.name}>{name || i18n._('Untitled')}</span>
          </summary>
          <div className={styles.content}>
            {children(index)}
            <div className={styles.acts}>
              {move && (
                <>
                  <Button data-step="up" disabled={index === 0} onClick={() => step(index, index - 1, 'up')}>
                    {i18n._('Move up')}
                  </Button>
                  <Button
                    data-step="down"
                    disabled={index === names.length - 1}
                    onClick={() => step(index, index + 1, 'down')}
                  >
                    {i18n._('Move down')}
                  </Button>
                </>
              )}
              {remove && (
                <IconButton
                  icon="trash"
                  label={i18n._('Remove {name}', { name })}
                  onClick={() => {
                    remove(index);
                    setNext({ at: index, after: 'left' });
                  }}
                />
              )}
            </div>
          </div>
        </details>
      ))}
      {add && (
        <Button
          variant="outlined"
          onClick={() => {
            add.onAdd();
            setNext({ at: names.length, after: 'new' });
          }}
        >
          {add.label}
        </Button>
      )}
    </div>
  );
}
