import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { useMe } from '@/features/terminal/api/me';
import { replaceOldKey } from '@/features/terminal/api/pair';
import { Notices } from '@/features/terminal/components/notices';
import { useConnection } from '@/features/terminal/model/connection';
import { usePairing } from '@/features/terminal/model/pairing';
import { tellKept, useUntold } from '@/features/terminal/model/untold';
import { Frame } from '@/shared/surface/frame';
import { Brand } from '@/shared/ui/brand';
import { IconLink } from '@/shared/ui/icon-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { ReturnToScanning } from './return-to-scanning';
import styles from './root-shell.module.css';
import { addressOf } from './table';

const OpenState = lazyPart(() => import('@/features/catalog/components/open-state').then((m) => m.OpenState));
// Loads the service worker as well, so that a restarted kiosk works offline.
const NewVersion = lazyPart(() => import('./new-version').then((m) => m.NewVersion));

/** Milliseconds between two attempts to send unacknowledged outcomes. */
const again = 5_000;

/** Milliseconds after which opening hours are fetched again: a kiosk isn't reloaded for weeks. */
const hour = 3_600_000;

/** Sends unacknowledged outcomes as soon as the server responds; a new key waits until none are left. */
function useTelling() {
  const connected = useConnection();
  const paired = usePairing() !== null;
  const { waiting } = useUntold();
  useEffect(() => {
    if (!paired || waiting === 0) return;
    const tell = () => void tellKept();
    // Avoid parallel reports; offline, the clock still runs.
    if (connected) tell();
    const timer = setInterval(tell, again);
    return () => clearInterval(timer);
  }, [paired, connected, waiting]);
  useEffect(() => {
    if (paired && connected && waiting === 0) void replaceOldKey().catch(() => undefined);
  }, [paired, connected, waiting]);
}

/** Opens the pairing page if this terminal was removed or paired elsewhere. */
function useLeadToPairing() {
  const paired = usePairing() !== null;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!paired && pathname !== addressOf('pair')) void navigate(addressOf('pair'), { replace: true });
  }, [paired, pathname, navigate]);
}

/** Whether the kiosk's location is open; nothing while that isn't known. */
function Hours({ locationId }: { locationId: number }) {
  const { data } = useQuery({ ...locationsQuery(), refetchInterval: hour });
  const location = data?.find(({ id }) => id === locationId);
  return location ? <OpenState openingHours={location.openingHours} /> : null;
}

export function RootShell() {
  useTelling();
  useLeadToPairing();
  const { data } = useMe();
  const paired = usePairing() !== null;
  const { pathname } = useLocation();
  const atDevice = pathname === addressOf('device');
  const scans = pathname === addressOf('wash') || pathname === addressOf('pair');
  return (
    <Frame
      className={styles.shell ?? ''}
      notice={null}
      top={
        <header className={styles.bar}>
          <span className={styles.brand}>
            <Brand />
          </span>
          <div className={styles.place}>
            {data && (
              <>
                <strong>{data.label}</strong>
                <span>{data.location.name}</span>
                <Hours locationId={data.location.id} />
              </>
            )}
          </div>
          {paired &&
            (atDevice ? (
              <IconLink icon="close" label={i18n._('Back to kiosk')} to={addressOf('wash')} />
            ) : (
              <IconLink icon="shield" label={i18n._('This kiosk')} to={addressOf('device')} />
            ))}
        </header>
      }
      bottom={paired && <Notices more={addressOf('device')} />}
    >
      <NewVersion />
      {paired && !scans && <ReturnToScanning />}
    </Frame>
  );
}
