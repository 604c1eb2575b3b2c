import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminOrdersQuery } from '@/features/checkout/api/admin-orders';
import { membersQuery } from '@/features/clubs/api/members';
import { customerPointsQuery } from '@/features/loyalty/api/customer-points';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { washNames } from '@/shared/format/wash-names';
import { StateChip } from '@/shared/office/state-chip';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { RecordList } from '../components/record-list';
import { MemberActions } from '../members/member-actions';
import { nextOf, standingOf } from '../members/member-words';
import { productsOf, stateOf } from '../orders/order-words';
import { addressOf } from '../table';
import { pointsKindOf } from './customer-words';

/** Latest orders of a customer; the orders page has the rest. */
export function CustomerOrders({ userId }: { userId: string }) {
  const query = useQuery(adminOrdersQuery({ userId: Number(userId), limit: 5 }));
  const more = query.data && query.data.count > query.data.items.length;
  return (
    <SectionCard
      title={i18n._('Orders')}
      action={
        more && (
          <Link to={`${addressOf('orders')}?user=${userId}`}>
            {i18n._('View all {count} orders', { count: query.data.count })}
          </Link>
        )
      }
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={40} />}
        failed={i18n._("Couldn't load orders")}
      >
        {({ items }) => (
          <RecordList
            records={items.map((order) => ({
              id: order.transRecordId,
              what: (
                <Link to={addressOf('order', { transRecordId: order.transRecordId })}>
                  {order.orderNumber}
                </Link>
              ),
              note: [
                productsOf(order),
                money(order.total, { currency: order.currency }),
                dateTime(order.createdAt),
              ].join(' · '),
              aside: <StateChip {...stateOf(order)} />,
            }))}
            none={i18n._('No orders yet')}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}

/** Current and previous memberships of a customer, with actions. */
export function CustomerClubs({ userId }: { userId: string }) {
  const query = useQuery(membersQuery({ userId: Number(userId), limit: 20 }));
  return (
    <SectionCard title={i18n._('Memberships')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={40} />}
        failed={i18n._("Couldn't load members")}
      >
        {({ items }) => (
          <RecordList
            records={items.map((member) => ({
              id: String(member.membershipId),
              what: member.name,
              note: [nextOf(member), washNames(member)].filter(Boolean).join(' · '),
              aside: (
                <span>
                  <StateChip {...standingOf(member)} />
                  <MemberActions member={member} />
                </span>
              ),
            }))}
            none={i18n._('No memberships')}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}

/** Customer's points with their latest entries. */
export function CustomerPoints({ userId }: { userId: string }) {
  const query = useQuery(customerPointsQuery(userId));
  return (
    <SectionCard
      title={i18n._('Points')}
      action={query.data && <strong>{i18n.number(query.data.currentPoints)}</strong>}
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={32} />}
        failed={i18n._("Couldn't load points")}
      >
        {({ items }) => (
          <RecordList
            records={items.map((entry, index) => ({
              id: `${entry.createdAt} ${index}`,
              what: pointsKindOf(entry),
              note: dateTime(entry.createdAt),
              aside: (
                <span>
                  {entry.points > 0 ? `+${i18n.number(entry.points)}` : `−${i18n.number(-entry.points)}`}
                </span>
              ),
            }))}
            none={i18n._('No points yet')}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
