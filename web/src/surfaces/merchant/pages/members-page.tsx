import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { productsQuery } from '@/features/catalog/api/products';
import { membersQuery } from '@/features/clubs/api/members';
import type { Product } from '@/shared/api/types';
import { ListView } from '@/shared/list/list-view';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { toast } from '@/shared/ui/toasts';
import { MemberControls } from '../members/member-controls';
import { memberFields } from '../members/member-filters';
import { MemberTable } from '../members/member-table';
import { PriceChanges } from '../members/price-changes';
import { useMay } from '../roles';
import { SavedViews } from '../views/saved-views';

const size = 50;

async function announce(clubs: Product[]) {
  const told = await openDialog<true>(async () => {
    const { PriceDialog } = await import('../members/price-dialog');
    return (settle) => <PriceDialog clubs={clubs} onDone={() => settle(true)} onClose={() => settle(null)} />;
  });
  if (told) toast(i18n._('Price change scheduled. Notifying members…'));
}

/** Members of clubs and their billing status. */
export function MembersPage() {
  const may = useMay();
  const list = useList(memberFields);
  const { state, to } = list;
  const { data: clubs = [] } = useQuery(productsQuery('washClubs', 0));
  const cursor = cursorOf(state.at);
  const query = useQuery(
    membersQuery({
      limit: size,
      ...(state.q && { q: state.q }),
      ...(state.status !== 'all' && { status: state.status }),
      ...(state.billing !== 'all' && { billingState: state.billing }),
      ...(state.club && { productId: state.club }),
      ...(cursor && { cursor: Number(cursor) }),
    }),
  );
  return (
    <Page
      aside={
        clubs.length > 0 &&
        may('announcePrice') && (
          <Button variant="outlined" onClick={() => announce(clubs)}>
            {i18n._('Schedule price change')}
          </Button>
        )
      }
    >
      {may('withdrawPrice') && <PriceChanges />}
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <MemberControls list={list} clubs={clubs} />
            <SavedViews list="clubs" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load members")}
        empty={
          <StateView
            icon="calendar"
            title={i18n._('No members yet')}
            text={i18n._('Members and their billing will appear here.')}
          />
        }
      >
        {(members) => <MemberTable members={members} />}
      </ListView>
    </Page>
  );
}
