import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { GiftCardBalance } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { site } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import styles from './balance-dialog.module.css';

type Props = { balance: GiftCardBalance; onClose: () => void };

export function BalanceDialog({ balance, onClose }: Props) {
  const cardName = site().cardName || i18n._('Gift Card');
  return (
    <PanelDialog title={i18n._('{cardName} Balance', { cardName })} onClose={onClose} small>
      <div className={styles.answer}>
        {balance.responseMessage && (
          <p className={styles.status}>{i18n._('Status: {message}', { message: balance.responseMessage })}</p>
        )}
        <p className={styles.amount}>
          {i18n._('Balance: {amount}', { amount: money(balance.balance ?? 0) })}
        </p>
      </div>
      <Button variant="contained" size="large" onClick={onClose} autoFocus>
        {i18n._('Close')}
      </Button>
    </PanelDialog>
  );
}
