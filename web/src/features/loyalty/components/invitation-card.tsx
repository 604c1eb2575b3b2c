import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useId } from 'react';
import type { Invitation } from '@/shared/api/types';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { friendsSoFar, invitationLink, isRewarded, promise } from '../model/invitation';
import { copyText, shareLink } from '../model/share';
import styles from './invitation-card.module.css';

/** What comes after what, for those who are rewarded. */
function steps(): string[] {
  return [
    i18n._('Share your link with a friend.'),
    i18n._('Your friend signs up with it and buys something.'),
    i18n._('A day after the purchase the reward is there.'),
  ];
}

type Props = { invitation: Invitation; code: string };

/** One's own link, to be given to friends, and what is in it. */
export function InvitationCard({ invitation, code }: Props) {
  const { companyName } = site();
  const linkId = useId();
  const link = invitationLink(code);
  const soFar = friendsSoFar(invitation);
  return (
    <div className={styles.card}>
      <span className={styles.mark}>
        <Icon name="gift" size={40} />
      </span>
      <p className={styles.promise}>{promise(invitation)}</p>
      {isRewarded(invitation) && (
        <ol className={styles.steps}>
          {steps().map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <div className={styles.link}>
        <label htmlFor={linkId}>{i18n._('Your link')}</label>
        <input
          id={linkId}
          className={styles.address}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className={styles.actions}>
        <Button variant="contained" size="large" onClick={() => shareLink(companyName, link)}>
          {i18n._('Share')}
        </Button>
        <Button variant="outlined" size="large" onClick={() => copyText(link)}>
          {i18n._('Copy link')}
        </Button>
      </div>
      {soFar && <p className={styles.soFar}>{soFar}</p>}
    </div>
  );
}
