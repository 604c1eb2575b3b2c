import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { BackLink } from '@/shared/office/back-link';
import { ErrorState } from '@/shared/ui/error-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { isAtLeast } from '../roles';
import { isPart, type PartName, parts } from '../settings/parts';
import { addressOf } from '../table';

const NotFoundPage = lazyPart(() => import('./not-found-page').then((m) => m.NotFoundPage));
const NoAccessPage = lazyPart(() => import('./no-access-page').then((m) => m.NoAccessPage));

function NotLoaded({ retry }: { retry: () => void }) {
  return <ErrorState title={i18n._("Couldn't load settings")} retry={retry} busy={false} />;
}

const contents = new Map<PartName, ComponentType>(
  (Object.keys(parts) as PartName[]).map((name) => [name, lazyPart(parts[name].load, NotLoaded)]),
);

/** Settings section. */
export function SettingsPartPage() {
  const { part = '' } = useParams();
  const { data } = useQuery(accountQuery());
  const Content = isPart(part) && contents.get(part);
  if (!Content) return <NotFoundPage />;
  if (data && !isAtLeast(data.role, parts[part].from)) return <NoAccessPage />;
  return (
    <>
      <BackLink to={addressOf('settings')} label={i18n._('Settings')} width="narrow" />
      <Page title={parts[part].label()} lead={parts[part].about()} width="narrow">
        <Content key={part} />
      </Page>
    </>
  );
}
