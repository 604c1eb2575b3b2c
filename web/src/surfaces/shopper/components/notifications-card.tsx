import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { unreadQuery } from '@/features/notifications/api/unread';
import { Inbox } from '@/features/notifications/components/inbox';
import { NotificationList } from '@/features/notifications/components/notification-list';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { isOffered } from '../model/offer';
import { addressOf } from '../table';
import styles from './notifications-card.module.css';

const latest = 3;

/** Number of unread notifications. Opening it shows and marks them as read. */
export function NotificationsCard() {
  const unread = useQuery(unreadQuery()).data ?? 0;
  const [open, setOpen] = useState(false);
  const id = useId();
  const all = addressOf('notifications');
  if (!isOffered(all) || (unread === 0 && !open)) return null;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name="bell" />
          {site().navWords.notifications || i18n._('Notifications')}
          {unread > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="visually-hidden">
                {i18n._('{unread, plural, one {# unread notification} other {# unread notifications}}', {
                  unread,
                })}
              </span>
            </span>
          )}
          <span className={styles.turn}>
            <Icon name="next" size={20} />
          </span>
        </button>
      </h2>
      <div id={id} className={styles.latest} hidden={!open}>
        {open && (
          <Inbox>
            {(notifications) => (
              <>
                <NotificationList notifications={notifications.slice(0, latest)} when="age" level={3} />
                <Link to={all}>{i18n._('All notifications')}</Link>
              </>
            )}
          </Inbox>
        )}
      </div>
    </section>
  );
}
