import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { rawConfigQuery } from '@/features/site/api/raw-config';
import { BackLink } from '@/shared/office/back-link';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { askForPassword, wantsPassword } from '../components/with-password';
import { addressOf } from '../table';

const RawEditor = lazyPart(() => import('../raw/raw-editor').then((m) => m.RawEditor));

/** Site config as JSON, locked until the person enters their password. */
export function RawConfigPage() {
  const query = useQuery(rawConfigQuery());
  const locked = query.data === undefined && wantsPassword(query.error);
  const open = async () => {
    if (await askForPassword()) await query.refetch();
  };
  return (
    <>
      <BackLink to={addressOf('appearance')} label={i18n._('Theme')} />
      <Page>
        {locked ? (
          <StateView
            icon="shield"
            title={i18n._('Locked')}
            text={i18n._('Changes here affect the whole site.')}
          >
            <Button variant="contained" onClick={open}>
              {i18n._('Unlock')}
            </Button>
          </StateView>
        ) : (
          <QueryView
            query={query}
            skeleton={<Skeleton count={1} height={480} />}
            failed={i18n._("Couldn't load configuration")}
          >
            {(saved) => <RawEditor saved={saved} />}
          </QueryView>
        )}
      </Page>
    </>
  );
}
