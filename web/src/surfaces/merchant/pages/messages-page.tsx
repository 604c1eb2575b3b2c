import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { messagesQuery } from '@/features/notifications/api/messages';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { BroadcastForm } from '../messages/broadcast-form';
import styles from '../messages/messages.module.css';
import { SentList } from '../messages/sent-list';
import { TargetForm } from '../messages/target-form';

/** Push notifications to one customer or a segment. */
export function MessagesPage() {
  const query = useQuery(messagesQuery());
  return (
    <Page>
      <div className={styles.columns}>
        <SectionCard title={i18n._('One customer')}>
          <TargetForm />
        </SectionCard>
        <SectionCard title={i18n._('Customer segment')}>
          <BroadcastForm />
        </SectionCard>
        <div className={styles.sent}>
          <SectionCard title={i18n._('Sent notifications')}>
            <QueryView
              query={query}
              skeleton={<Skeleton count={3} height={40} />}
              failed={i18n._("Couldn't load notifications")}
            >
              {(messages) => <SentList messages={messages} />}
            </QueryView>
          </SectionCard>
        </div>
      </div>
    </Page>
  );
}
