import { i18n } from '@lingui/core';
import type { Notification } from '@/shared/api/types';
import { formatAge } from '@/shared/format/age';
import { dateTime } from '@/shared/format/dates';
import { foreignLanguage } from '@/shared/i18n/merchant-language';
import { useNow } from '@/shared/lib/use-now';
import styles from './notification-list.module.css';

/** Refresh interval of ages, in milliseconds. */
const tick = 10_000;

type Props = {
  notifications: readonly Notification[];
  /** `date` for the time, `age` for the time since then. */
  when: 'date' | 'age';
  /** Heading level of the titles. */
  level: 2 | 3;
};

/** Notifications; unread ones have a dot. */
export function NotificationList({ notifications, when, level }: Props) {
  const now = useNow(tick);
  const Heading = `h${level}` as const;
  // Numbered from the oldest, so that new ones don't change keys.
  const counted = notifications.map((one, index) => ({ ...one, number: notifications.length - index }));
  const told = (at: string) => (when === 'date' ? dateTime(at) : formatAge(now - Date.parse(at)));
  return (
    <ul className={styles.list}>
      {counted.map(({ number, title, body, language, read, createDate }) => (
        <li key={number} className={styles.item}>
          <Heading className={styles.title}>
            <span lang={foreignLanguage(language)}>{title}</span>
            {!read && (
              <span className={styles.dot}>
                <span className="visually-hidden">{i18n._('Unread')}</span>
              </span>
            )}
          </Heading>
          <p className={styles.body} lang={foreignLanguage(language)}>
            {body}
          </p>
          <time className={styles.when} dateTime={createDate}>
            {told(createDate)}
          </time>
        </li>
      ))}
    </ul>
  );
}
