import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { partsOf } from '../settings/parts';
import { PartsList } from '../settings/parts-list';

/** Site settings by section. */
export function SettingsPage() {
  const query = useQuery(accountQuery());
  return (
    <Page>
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={96} />}
        failed={i18n._("Couldn't load settings")}
      >
        {({ role }) => <PartsList shown={partsOf(role)} />}
      </QueryView>
    </Page>
  );
}
