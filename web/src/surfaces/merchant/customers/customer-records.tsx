import { i18n } from '@lingui/core';
import type { CustomerDetail } from '@/shared/api/types';
import { dateTime, longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { washNames } from '@/shared/format/wash-names';
import { foreignLanguage, merchantLanguage } from '@/shared/i18n/merchant-language';
import { StateChip } from '@/shared/office/state-chip';
import { kindLabel } from '@/shared/products/item-kinds';
import { SectionCard } from '@/shared/ui/section-card';
import { actName } from '../audit/audit-words';
import { type Record, RecordList } from '../components/record-list';
import { cardStateOf } from '../gift-cards/gift-card-words';
import { giftStateOf, itemStateOf, referralStateOf } from './customer-words';

function itemsOf({ items }: CustomerDetail): Record[] {
  return items.map((item) => ({
    id: item.itemId,
    what: item.name,
    note: [
      kindLabel(item.itemType),
      ...(item.washes.length > 0 ? [washNames(item)] : []),
      i18n._('ending in {digits}', { digits: item.codeEnds }),
      dateTime(item.purchasedDate),
      ...(item.expirationDate ? [i18n._('expires {date}', { date: longDate(item.expirationDate) })] : []),
    ].join(' · '),
    aside: <StateChip {...itemStateOf(item)} />,
  }));
}

function giftsOf({ gifts, giftCards }: CustomerDetail): Record[] {
  const cards = giftCards.map(({ lastFour, balance, bought, ...card }) => ({
    id: `card ${lastFour} ${bought}`,
    what: i18n._('Gift card ending in {digits}', { digits: lastFour }),
    note: [dateTime(bought), cardStateOf(card).label].join(' · '),
    aside: <strong>{money(balance)}</strong>,
  }));
  const given = gifts.map(({ name, direction, email, date, ...gift }, index) => ({
    id: `gift ${index}`,
    what:
      direction === 'sent'
        ? i18n._('{name} to {email}', { name, email: email ?? '–' })
        : i18n._('{name}, received', { name }),
    note: [dateTime(date), giftStateOf(gift)].join(' · '),
  }));
  return [...cards, ...given];
}

function toldOf({ notifications, answers }: CustomerDetail): Record[] {
  const told = notifications.map(({ title, body, language, createDate, read }, index) => ({
    id: `told ${index}`,
    what: <span lang={foreignLanguage(language)}>{title}</span>,
    note: (
      <>
        {[dateTime(createDate), read ? i18n._('read') : i18n._('unread')].join(' · ')} ·{' '}
        <span lang={foreignLanguage(language)}>{body}</span>
      </>
    ),
  }));
  const said = answers.map(({ question, answer, answeredAt }, index) => ({
    id: `said ${index}`,
    what: <span lang={merchantLanguage()}>{question}</span>,
    note: [dateTime(answeredAt), answer].join(' · '),
  }));
  return [...said, ...told];
}

function friendsOf({ referrals, claims }: CustomerDetail): Record[] {
  const friends = referrals.map(({ side, signedUpAt, ...referral }, index) => ({
    id: `friend ${index}`,
    what: side === 'friend' ? i18n._('Referred by a friend') : i18n._('Referred a friend'),
    note: [dateTime(signedUpAt), referralStateOf(referral)].join(' · '),
  }));
  const claimed = claims.map(({ name, code, date }, index) => ({
    id: `claim ${index}`,
    what: name,
    note: [dateTime(date), ...(code ? [code] : [])].join(' · '),
  }));
  return [...claimed, ...friends];
}

function sessionsOf({ sessions, pushDevices }: CustomerDetail): Record[] {
  const sessionRecords = [...sessions].reverse().map(({ since, lastSeen, ended }, index) => ({
    id: `session ${index}`,
    what: ended ? i18n._('Ended session') : i18n._('Session'),
    note: i18n._('{from} to {to}', { from: dateTime(since), to: dateTime(ended ?? lastSeen) }),
  }));
  const pushed = pushDevices.map(({ service, registeredAt }, index) => ({
    id: `push ${index}`,
    what: service === 'firebase' ? i18n._('App (push enabled)') : i18n._('Browser (push enabled)'),
    note: dateTime(registeredAt),
  }));
  return [...pushed, ...sessionRecords];
}

function actsOf({ trail }: CustomerDetail): Record[] {
  return trail.map(({ action, at, by, reason }, index) => ({
    id: `act ${index}`,
    what: actName(action),
    note: [dateTime(at), by ?? i18n._('Deleted account'), ...(reason ? [reason] : [])].join(' · '),
  }));
}

/** Customer's items, gifts, notifications and survey answers. */
export function CustomerRecords({ customer }: { customer: CustomerDetail }) {
  return (
    <>
      <SectionCard title={i18n._('Wallet')}>
        <RecordList records={itemsOf(customer)} none={i18n._('No items in the wallet')} />
      </SectionCard>
      <SectionCard title={i18n._('Gifts and gift cards')}>
        <RecordList records={giftsOf(customer)} none={i18n._('No gifts or gift cards')} />
      </SectionCard>
      <SectionCard title={i18n._('Discounts and referrals')}>
        <RecordList records={friendsOf(customer)} none={i18n._('No discounts or referrals')} />
      </SectionCard>
      <SectionCard title={i18n._('Notifications and survey answers')}>
        <RecordList records={toldOf(customer)} none={i18n._('No notifications or survey answers')} />
      </SectionCard>
      <SectionCard title={i18n._('Staff activity')}>
        <RecordList records={actsOf(customer)} none={i18n._('No activity yet')} />
      </SectionCard>
      <SectionCard title={i18n._('Sessions and devices')}>
        <RecordList records={sessionsOf(customer)} none={i18n._('Never logged in.')} />
      </SectionCard>
    </>
  );
}
