import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { site } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './versions-dialog.module.css';

type Version<T> = {
  id: number;
  at: string;
  /** Author and content, in a few words. */
  about: ReactNode;
  content: T;
};

type Props<T, Row, Key extends QueryKey> = {
  query: UseQueryOptions<Row[], Error, Row[], Key>;
  read: (row: Row) => Version<T>;
  /** ID of the current version. */
  current: number | null;
  /** Loads an earlier version into the form, to review and save it. */
  onTake?: ((content: T) => void) | undefined;
  onClose: () => void;
};

/** Version history, newest first, with a restore action. */
export function VersionsDialog<T, Row, Key extends QueryKey>(props: Props<T, Row, Key>) {
  const { query, read, current, onTake, onClose } = props;
  const versions = useQuery(query);
  const { timeZone } = site();
  return (
    <PanelDialog title={i18n._('Version history')} onClose={onClose}>
      <QueryView
        query={versions}
        skeleton={<Skeleton count={4} height={56} />}
        failed={i18n._("Couldn't load version history")}
        empty={<p>{i18n._('No changes yet')}</p>}
      >
        {(rows) => (
          <ol className={styles.versions}>
            {rows.map(read).map(({ id, at, about, content }) => (
              <li key={id} className={styles.version}>
                <div>
                  <strong>{i18n.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })}</strong>
                  <div className={styles.about}>{about}</div>
                </div>
                {id === current ? (
                  <span className={styles.now}>{i18n._('Current')}</span>
                ) : (
                  onTake && (
                    <Button
                      onClick={() => {
                        onTake(content);
                        onClose();
                      }}
                    >
                      {i18n._('Edit this version')}
                    </Button>
                  )
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </PanelDialog>
  );
}
