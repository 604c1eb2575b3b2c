import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  configHistoryQuery,
  pastConfigQuery,
  restoreConfig,
  type WholeConfig,
} from '@/features/site/api/site-config';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { site } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { useSavedBy } from '../components/saved-by';
import { withPassword } from '../components/with-password';
import { ChangeList } from './change-list';
import { changesOf } from './changes';
import styles from './history-dialog.module.css';

type Props = { current: WholeConfig; onRestored: () => void; onClose: () => void };

function Past({ revision, current }: { revision: number; current: WholeConfig }) {
  const past = useQuery(pastConfigQuery(revision));
  return (
    <QueryView
      query={past}
      skeleton={<Skeleton count={2} height={24} />}
      failed={i18n._("Couldn't load this version")}
    >
      {(config) => <ChangeList changes={changesOf(current, config)} />}
    </QueryView>
  );
}

/** Version history of the config with a restore action. */
export function HistoryDialog({ current, onRestored, onClose }: Props) {
  const history = useQuery(configHistoryQuery());
  const { mutateAsync, isPending } = useMutation(restoreConfig());
  const [open, setOpen] = useState<number | null>(null);
  const savedBy = useSavedBy('site-config');
  const { timeZone } = site();
  const restore = async (revision: number) => {
    try {
      await withPassword(() => mutateAsync(revision));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
      return;
    }
    onRestored();
    onClose();
  };
  return (
    <PanelDialog title={i18n._('Version history')} onClose={onClose} busy={isPending}>
      <QueryView
        query={history}
        skeleton={<Skeleton count={4} height={56} />}
        failed={i18n._("Couldn't load version history")}
      >
        {(items) => (
          <ol className={styles.history}>
            {items.map((past) => (
              <li key={past.revision} className={styles.past}>
                <div className={styles.head}>
                  <div>
                    <strong>{i18n._('Version {revision}', { revision: past.revision })}</strong>
                    <p className={styles.when}>
                      {i18n.date(past.timeStamp, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
                      {' · '}
                      {savedBy(past.savedBy)}
                    </p>
                  </div>
                  {past.revision === current.revision ? (
                    <span className={styles.now}>{i18n._('Current')}</span>
                  ) : (
                    <Button
                      aria-expanded={open === past.revision}
                      onClick={() => setOpen(open === past.revision ? null : past.revision)}
                    >
                      {i18n._('Compare')}
                    </Button>
                  )}
                </div>
                {open === past.revision && (
                  <div className={styles.compared}>
                    <Past revision={past.revision} current={current} />
                    <BusyButton variant="outlined" busy={isPending} onClick={() => restore(past.revision)}>
                      {i18n._('Restore this version')}
                    </BusyButton>
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </PanelDialog>
  );
}
