import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useId } from 'react';
import type { Deal, Location } from '@/shared/api/types';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { Icon } from '@/shared/ui/icon';
import { Spinner } from '@/shared/ui/spinner';
import { claimableUntil, takenOff, timesLeft, validAt, worth } from '../model/deals';
import styles from './deal-card.module.css';

type Props = {
  deal: Deal;
  locations: Location[];
  claiming: boolean;
  /** Whether another one is being claimed. */
  disabled: boolean;
  onClaim: () => void;
};

export function DealCard({ deal, locations, claiming, disabled, onClaim }: Props) {
  const id = useId();
  const facts = [takenOff(deal), claimableUntil(deal), timesLeft(deal)].filter((fact) => fact !== null);
  return (
    <li className={styles.deal} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.name} lang={merchantLanguage()}>
          {deal.name}
        </h3>
        <span className={styles.worth}>{worth(deal)}</span>
      </div>
      {deal.description && <p lang={merchantLanguage()}>{deal.description}</p>}
      <ul className={styles.facts}>
        <li>
          <Icon name="pin" size={16} />
          {validAt(deal, locations)}
        </li>
        {facts.map((fact) => (
          <li key={fact}>
            <Icon name="check" size={16} />
            {fact}
          </li>
        ))}
      </ul>
      {deal.terms && (
        <details className={styles.terms}>
          <summary>{i18n._('Terms')}</summary>
          <p lang={merchantLanguage()}>{deal.terms}</p>
        </details>
      )}
      <Button
        variant="contained"
        className={styles.claim}
        onClick={onClaim}
        disabled={claiming || disabled}
        aria-describedby={id}
      >
        {claiming ? <Spinner label={i18n._('Adding…')} /> : i18n._('Add to Wallet')}
      </Button>
    </li>
  );
}
