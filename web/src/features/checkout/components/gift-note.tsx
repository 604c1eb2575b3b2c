import { i18n } from '@lingui/core';
import type { Gift } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import styles from './gift-note.module.css';

type Props = { gift: Gift; name: string; locked: boolean; edit: () => void };

/** Recipient of a gift line, with a button to edit it. */
export function GiftNote({ gift, name, locked, edit }: Props) {
  const { giftedTo, giftedEmail, giftMessage } = gift;
  return (
    <>
      <p className={styles.to}>
        <Icon name="gift" size={18} />
        <span>
          {giftedTo
            ? i18n._('For {name}, {email}', { name: giftedTo, email: giftedEmail })
            : i18n._('For {email}', { email: giftedEmail })}
        </span>
      </p>
      {giftMessage && <p className={styles.message}>{giftMessage}</p>}
      <button type="button" className={styles.edit} onClick={edit} disabled={locked}>
        {i18n._('Edit gift')}
        <span className="visually-hidden"> {name}</span>
      </button>
    </>
  );
}
