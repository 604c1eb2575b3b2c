import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { site } from '@/shared/site/boot';
import type { Slide } from '@/shared/site/config';
import { Picture } from '@/shared/ui/picture';
import { tagTarget } from '../model/offer';
import { slideColours } from '../model/slide-colours';
import styles from './carousel-slide.module.css';

type Props = { slide: Slide; active: boolean; first: boolean; label: string };

export function CarouselSlide({ slide, active, first, label }: Props) {
  const colours = slideColours(slide.color ?? '', site().brand);
  const target = slide.buttonText ? tagTarget(slide.tag, slide.href) : null;
  const style = {
    '--ground': colours.ground,
    '--slide-text': colours.text,
    '--slide-button': colours.button,
    '--slide-on-button': colours.onButton,
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make it a form
    <div
      role="group"
      aria-roledescription={i18n._('slide')}
      aria-label={label}
      className={styles.slide}
      data-active={active}
      inert={!active}
      style={style}
    >
      {slide.image && (
        <Picture
          className={styles.image}
          src={slide.image}
          // 224 pixels high in a narrow frame, full width in a wide one.
          sizes="(width < 720px) max(100vw, 448px), (width < 1200px) 100vw, 1152px"
          width={1600}
          height={800}
          urgency={first ? 'first' : 'later'}
        />
      )}
      <div className={styles.words} lang={merchantLanguage()}>
        <h2 className={styles.headline}>{slide.headline}</h2>
        {slide.text && <p className={styles.text}>{slide.text}</p>}
        {target && (
          <Button component={Link} to={target} className={styles.button ?? ''} size="large" color="inherit">
            {slide.buttonText}
          </Button>
        )}
      </div>
    </div>
  );
}
