import { i18n } from '@lingui/core';
import { QRCodeSVG } from 'qrcode.react';
import type { CSSProperties } from 'react';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { Picture } from '@/shared/ui/picture';
import { BrandMark } from '../components/brand-mark';
import { slideColours } from '../model/slide-colours';
import styles from './mobile-only-page.module.css';

/** Desktop page of a merchant without a web shop, with a QR code for phones. */
export function MobileOnlyPage() {
  const { carousel, brand } = site();
  const [first] = carousel;
  const colours = slideColours(first?.color ?? brand.primary, brand);
  // Links to the requested page; a referral link keeps its code. The query may contain a token, so it isn't
  // included.
  const here = `${location.origin}${location.pathname}${location.hash}`;
  const style = { '--ground': colours.ground, '--slide-text': colours.text } as CSSProperties;
  return (
    <main className={styles.split}>
      <div className={styles.picture} style={style}>
        {first?.image && (
          <Picture
            className={styles.image}
            src={first.image}
            // As high as the window, with an aspect ratio of 2:1.
            sizes="max(52vw, 200vh)"
            width={1600}
            height={800}
            urgency="first"
          />
        )}
      </div>
      <div className={styles.words}>
        <Page title={i18n._('Please Open on a Mobile Device')} hideTitle>
          <div className={styles.inner}>
            <BrandMark linked={false} />
            <h2 className={styles.title}>{i18n._('Please Open on a Mobile Device')}</h2>
            <p className={styles.text}>{i18n._("Scan the code with your phone's camera to open the app.")}</p>
            <div className={styles.code}>
              <QRCodeSVG value={here} size={168} marginSize={2} title={location.host} />
            </div>
            <p className={styles.address}>{location.host}</p>
          </div>
        </Page>
      </div>
    </main>
  );
}
