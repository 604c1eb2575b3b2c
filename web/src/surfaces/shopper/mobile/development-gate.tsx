import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { MouseEvent } from 'react';
import { useTaps } from '@/shared/lib/use-taps';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { BrandMark } from '../components/brand-mark';
import { appStoreFor } from '../model/app-store';
import { rememberOpenGate } from '../model/development-gate';
import styles from './development-gate.module.css';

const presses = 5;

/** Notice on phones for development builds. Developers tap the label several times to open the app. */
export function DevelopmentGate({ onOpen }: { onOpen: () => void }) {
  const ends = useTaps(presses);
  const press = (event: MouseEvent) => {
    if (!ends(event)) return;
    rememberOpenGate();
    onOpen();
  };
  const app = appStoreFor(site(), navigator);
  return (
    <main className={styles.gate}>
      <Page title={i18n._('Development build')} width="narrow" hideTitle>
        <div className={styles.sign}>
          <BrandMark linked={false} />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: only whoever builds it is to find it, with a finger on a phone */}
          <p onClick={press} className={styles.label}>
            {i18n._('Development build, please install the Demo App')}
          </p>
          {app && (
            <Button href={app.link} variant="contained" size="large">
              {i18n._('Get the app')}
            </Button>
          )}
        </div>
      </Page>
    </main>
  );
}
