import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { issuePairingCode, terminalsQuery } from '@/features/terminal/api/terminals';
import { errorText } from '@/shared/api/api-error';
import type { PairingCode } from '@/shared/api/types';
import { useServerNow } from '@/shared/office/server-now';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { toast } from '@/shared/ui/toasts';
import styles from './pairing-dialog.module.css';
import { inFours } from './terminal-words';

/** Polling interval for the pairing status, in milliseconds. */
const every = 3_000;

type Props = { label: string; first: PairingCode; onClose: () => void };

/** Pairing code with its expiry. Closes when the code was used. */
export function PairingDialog({ label, first, onClose }: Props) {
  const [code, setCode] = useState(first);
  const { mutateAsync, isPending } = useMutation(issuePairingCode);
  const { data: terminals } = useQuery({ ...terminalsQuery(), refetchInterval: every, staleTime: 0 });
  const [wasPaired] = useState(() => terminals?.find((one) => one.terminalId === code.terminalId)?.isPaired);
  const isPaired = terminals?.find((one) => one.terminalId === code.terminalId)?.isPaired === true;
  useEffect(() => {
    if (wasPaired || !isPaired) return;
    toast(i18n._('{label} paired', { label }));
    onClose();
  }, [wasPaired, isPaired, label, onClose]);
  const seconds = Math.max(0, Math.floor((Date.parse(code.expiresAt) - useServerNow(1000)) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const renew = async () => {
    try {
      setCode(await mutateAsync(code.terminalId));
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <PanelDialog title={i18n._('Pair {label}', { label })} onClose={onClose}>
      <p>
        {i18n._('Open {address} on the terminal and enter this code:', { address: `${location.host}/kiosk` })}
      </p>
      <p className={styles.digits} data-over={seconds === 0}>
        {inFours(code.pairingCode)}
      </p>
      <p className={styles.left} role="timer">
        {seconds > 0 ? i18n._('Expires in {left}', { left }) : i18n._('This code has expired.')}
      </p>
      <Button variant={seconds > 0 ? 'outlined' : 'contained'} onClick={renew} disabled={isPending}>
        {i18n._('Get new code')}
      </Button>
    </PanelDialog>
  );
}
