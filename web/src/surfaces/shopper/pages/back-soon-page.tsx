import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { BrandMark } from '../components/brand-mark';
import styles from './back-soon-page.module.css';

/** Page shown to customers at every URL of a held site. Staff log in through the back office. */
export function BackSoonPage() {
  const { companyName } = site();
  const title = i18n._('{companyName} will be back soon', { companyName });
  return (
    <main className={styles.away}>
      <Page title={title} width="narrow" hideTitle>
        <div className={styles.brand}>
          <BrandMark linked={false} />
        </div>
        <StateView
          icon="drop"
          title={title}
          text={i18n._("We're down for maintenance. Your purchases and memberships are safe.")}
        >
          <Button variant="contained" size="large" onClick={() => location.reload()}>
            {i18n._('Try again')}
          </Button>
          <Button size="large" href="/mmtpo">
            {i18n._('Staff login')}
          </Button>
        </StateView>
      </Page>
    </main>
  );
}
