import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { CSSProperties } from 'react';
import { Link, useSearchParams } from 'react-router';
import { continueAsGuest } from '@/features/identity/model/continue-as-guest';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { site } from '@/shared/site/boot';
import { Picture } from '@/shared/ui/picture';
import { destinationOf, onTheWay } from '../model/destination';
import { slideColours } from '../model/slide-colours';
import { addressOf } from '../table';
import styles from './welcome.module.css';

/** First screen of the app: the merchant and three ways to start. */
export function Welcome() {
  const { PWAHomeImage, carousel, brand, companyName } = site();
  const [query] = useSearchParams();
  const wanted = destinationOf(query);
  const [first] = carousel;
  const colours = slideColours(first?.color ?? brand.primary, brand);
  const style = { '--ground': colours.ground, '--slide-text': colours.text } as CSSProperties;
  const image = first?.image || PWAHomeImage;
  return (
    <section className={styles.welcome} style={style} aria-label={companyName}>
      <div className={styles.picture}>
        {image && (
          <Picture
            className={styles.image}
            src={image}
            // Two fifths of the screen's height, with an aspect ratio of 2:1.
            sizes="max(100vw, 80vh)"
            width={1600}
            height={800}
            urgency="first"
          />
        )}
      </div>
      <div className={styles.panel}>
        <h2 className={styles.headline} lang={merchantLanguage()}>
          {first?.headline ?? companyName}
        </h2>
        {first?.text && (
          <p className={styles.text} lang={merchantLanguage()}>
            {first.text}
          </p>
        )}
        <div className={styles.ways}>
          <Button
            component={Link}
            to={onTheWay(addressOf('signUp'), wanted)}
            variant="contained"
            size="large"
            fullWidth
          >
            {i18n._('Sign Up')}
          </Button>
          <Button
            component={Link}
            to={onTheWay(addressOf('logIn'), wanted)}
            variant="outlined"
            size="large"
            fullWidth
          >
            {i18n._('Log In')}
          </Button>
        </div>
        <Button variant="text" onClick={continueAsGuest}>
          {i18n._('Continue as Guest')}
        </Button>
      </div>
    </section>
  );
}
