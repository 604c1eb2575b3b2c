import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { downloadGiftCards, giftCardsQuery } from '@/features/gift-cards/api/admin-gift-cards';
import { ListControls } from '@/shared/list/list-controls';
import { ListView } from '@/shared/list/list-view';
import { SearchBox } from '@/shared/list/search-box';
import { useList } from '@/shared/list/use-list';
import { cursorOf, partOf } from '@/shared/office/trail';
import { Page } from '@/shared/ui/page';
import { SelectBox } from '@/shared/ui/select-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { DownloadButton } from '../components/download-button';
import { withPassword } from '../components/with-password';
import { giftCardFields } from '../gift-cards/gift-card-filters';
import { GiftCardTable } from '../gift-cards/gift-card-table';
import { useMay } from '../roles';
import { SavedViews } from '../views/saved-views';

const size = 50;

/** Gift cards, with a search for counter staff. */
export function GiftCardsPage() {
  const may = useMay();
  const list = useList(giftCardFields);
  const { state, change, to } = list;
  const cursor = cursorOf(state.at);
  const asked = {
    ...(state.q && { q: state.q }),
    ...(state.state !== 'all' && { state: state.state }),
  };
  const query = useQuery(
    giftCardsQuery({ ...asked, limit: size, ...(cursor && { cursor: Number(cursor) }) }),
  );
  return (
    <Page
      aside={
        query.data &&
        may('takeGiftCardsAway') && (
          <DownloadButton
            list="gift-cards"
            fetchTable={() => withPassword(() => downloadGiftCards(asked))}
            count={query.data.count}
          />
        )
      }
    >
      <ListView
        query={query}
        list={list}
        part={(page) => partOf(page, { trail: state.at, size, at: (at) => to({ at }) })}
        controls={() => (
          <>
            <ListControls>
              <SearchBox
                label={i18n._('Search by number, last digits, email or order')}
                value={state.q}
                onSearch={(q) => change({ q })}
              />
              <SelectBox
                label={i18n._('Status')}
                hideLabel
                options={[
                  { value: 'all', label: i18n._('All statuses') },
                  { value: 'active', label: i18n._({ id: 'gift card|Active', message: 'Active' }) },
                  { value: 'blocked', label: i18n._({ id: 'gift card|Blocked', message: 'Blocked' }) },
                  { value: 'void', label: i18n._('Voided') },
                ]}
                value={state.state}
                onChange={(next) => change({ state: next })}
              />
            </ListControls>
            <SavedViews list="gift-cards" />
          </>
        )}
        skeleton={<Skeleton count={8} height={44} />}
        failed={i18n._("Couldn't load gift cards")}
        empty={
          <StateView
            icon="gift"
            title={i18n._('No gift cards yet')}
            text={i18n._('Gift cards you sell will appear here.')}
          />
        }
      >
        {(cards) => <GiftCardTable cards={cards} />}
      </ListView>
    </Page>
  );
}
