import { i18n } from '@lingui/core';
import type { SentMessage } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { useLocationName } from '../components/location-names';
import { RecordList } from '../components/record-list';
import { segmentName } from './message-words';

/** Notifications sent to segments. */
export function SentList({ messages }: { messages: SentMessage[] }) {
  const nameOf = useLocationName();
  return (
    <RecordList
      records={messages.map((message) => ({
        id: String(message.messageId),
        what: <span lang={merchantLanguage()}>{message.title ?? message.body ?? '–'}</span>,
        note: (
          <>
            {[
              message.locationId == null ? segmentName(message.segment) : nameOf(message.locationId),
              dateTime(message.createdAt),
            ].join(' · ')}
            {message.title && message.body && (
              <>
                {' '}
                · <span lang={merchantLanguage()}>{message.body}</span>
              </>
            )}
          </>
        ),
        aside: i18n._('{delivered} of {recipients} delivered', {
          delivered: message.delivered,
          recipients: message.recipients,
        }),
      }))}
      none={i18n._('No notifications sent yet')}
    />
  );
}
