import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useId } from 'react';
import type { Invitation } from '@/shared/api/types';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { invitationLink, rewardOf } from '../model/invitation';
import { copyText, shareLink } from '../model/share';
import styles from './invitation-card.module.css';

/** Steps for those who are rewarded. */
function steps(): string[] {
  return [
    i18n._('Share your link with a friend.'),
    i18n._('Your friend signs up with your link and buys something.'),
    i18n._('The reward arrives a day after the purchase.'),
  ];
}

/** Reward and how to earn it. */
function Reward({ invitation }: { invitation: Invitation }) {
  const reward = rewardOf(invitation);
  if (!reward) return <p className={styles.gift}>{i18n._('Share your favorite car wash with friends.')}</p>;
  return (
    <>
      <p className={styles.promise}>
        {reward.whom} <strong className={styles.gift}>{reward.gift}</strong>
      </p>
      <ol className={styles.steps}>
        {steps().map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

type Props = { invitation: Invitation; code: string };

/** Referral link with its reward. */
export function InvitationCard({ invitation, code }: Props) {
  const { companyName } = site();
  const linkId = useId();
  const link = invitationLink(code);
  const { friends, rewarded } = invitation;
  return (
    <div className={styles.card}>
      <span className={styles.mark}>
        <Icon name="gift" size={40} />
      </span>
      <Reward invitation={invitation} />
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
      {friends > 0 && (
        <dl className={styles.soFar}>
          <dt>{i18n._('Friends signed up')}</dt>
          <dd>{i18n.number(friends)}</dd>
          <dt>{i18n._('Rewards earned')}</dt>
          <dd>{i18n.number(rewarded)}</dd>
        </dl>
      )}
    </div>
  );
}
