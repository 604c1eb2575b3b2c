import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { waitingGiftsQuery } from '@/features/gifts/api/waiting';
import { accountQuery } from '@/features/identity/api/account';
import { showEmailVerification } from '@/features/identity/model/verify-email';
import { Icon } from '@/shared/ui/icon';
import styles from './waiting-gifts.module.css';

/** Gifts waiting for email confirmation, with instructions. */
export function WaitingGifts() {
  const account = useQuery(accountQuery()).data;
  const unconfirmed = account?.emailConfirmed === false;
  const { data } = useQuery({ ...waitingGiftsQuery(), enabled: unconfirmed });
  const count = data?.length ?? 0;
  if (!account || !unconfirmed || count === 0) return null;
  const { email } = account;
  return (
    <section className={styles.notice} aria-label={i18n._('Gifts waiting for you')}>
      <Icon name="gift" size={28} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          {i18n._('{count, plural, one {A gift is waiting for you} other {# gifts are waiting for you}}', {
            count,
          })}
        </h2>
        <p className={styles.names}>{data?.map(({ name }) => name).join(', ')}</p>
        <p>{i18n._('To claim it, open the link we sent to {email}.', { email })}</p>
      </div>
      <Button variant="outlined" onClick={() => showEmailVerification(email)}>
        {i18n._("Didn't get the email?")}
      </Button>
    </section>
  );
}
