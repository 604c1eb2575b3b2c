import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { acceptancesQuery } from '@/features/site/api/texts';
import { site } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { addressOf } from '../../table';
import styles from '../versions-dialog.module.css';

/** Acceptances of a version. */
export function AcceptancesDialog({ textId, onClose }: { textId: number; onClose: () => void }) {
  const { timeZone } = site();
  return (
    <PanelDialog title={i18n._('Acceptance records')} onClose={onClose}>
      <QueryView
        query={useQuery(acceptancesQuery(textId))}
        skeleton={<Skeleton count={4} height={56} />}
        failed={i18n._("Couldn't load acceptance records")}
        empty={<p>{i18n._('No one has accepted this version yet.')}</p>}
      >
        {(items) => (
          <ol className={styles.versions}>
            {items.map(({ userId, customerName, customerEmail, acceptedAt, transRecordId }) => (
              <li key={transRecordId ?? userId} className={styles.version}>
                <div>
                  <strong>{customerName ?? i18n._('Deleted account')}</strong>
                  <div className={styles.about}>{customerEmail}</div>
                  <div className={styles.about}>
                    {i18n.date(acceptedAt, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
                  </div>
                </div>
                {transRecordId ? (
                  <Link to={addressOf('order', { transRecordId })}>{i18n._('Order')}</Link>
                ) : (
                  <span className={styles.now}>{i18n._('Sign-up')}</span>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </PanelDialog>
  );
}
