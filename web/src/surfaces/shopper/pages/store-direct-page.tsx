import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { appStoreFor } from '../model/app-store';
import { addressOf } from '../table';
import styles from './store-direct-page.module.css';

/** Target of referral links: the merchant's app, or sign-up, which reads the code from the hash. */
export function StoreDirectPage() {
  const { isLoggedIn } = useSession();
  const { hash } = useLocation();
  const app = appStoreFor(site(), navigator);
  if (isLoggedIn) return <AlreadyCustomer />;
  if (!app) return <Navigate to={{ pathname: addressOf('signUp'), hash }} replace />;
  return <OpeningStore {...app} hash={hash} />;
}

/** One sentence in one heading, with only its first part in heading size. */
function AlreadyCustomer() {
  const title = i18n._('Account Already Created');
  const sentence = (
    <>
      {title}
      <span className="visually-hidden"> - </span>
      <span className={styles.why}>
        {i18n._('you have already created an account and are unable to add a referral code.')}
      </span>
    </>
  );
  return (
    <Page title={title} width="narrow" hideTitle>
      <StateView icon="user" title={sentence}>
        <Button component={Link} to={addressOf('home')} variant="contained" size="large">
          {i18n._('Go to home page')}
        </Button>
      </StateView>
    </Page>
  );
}

type Props = NonNullable<ReturnType<typeof appStoreFor>> & { hash: string };

function OpeningStore({ store, link, hash }: Props) {
  const title = store === 'apple' ? i18n._('Opening Apple App Store.') : i18n._('Opening Google App Store.');
  useEffect(() => location.replace(link), [link]);
  return (
    <Page title={title} width="narrow" hideTitle>
      <StateView icon="bag" title={title} text={i18n._('If nothing happens, use the button below.')}>
        <Button href={link} variant="contained" size="large">
          {i18n._('Get the app')}
        </Button>
        <Button component={Link} to={{ pathname: addressOf('signUp'), hash }} variant="text" size="large">
          {i18n._('Sign up here instead')}
        </Button>
      </StateView>
    </Page>
  );
}
