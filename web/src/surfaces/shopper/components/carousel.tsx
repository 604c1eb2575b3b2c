import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { site } from '@/shared/site/boot';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './carousel.module.css';
import { CarouselSlide } from './carousel-slide';
import { useAutoplay } from './use-autoplay';

/** Slides that advance every four seconds, unless someone reads, points at them or prefers reduced motion. */
export function Carousel() {
  const slides = site().carousel;
  const [active, setActive] = useState(0);
  const region = useRef<HTMLElement>(null);
  const { playing, toggle, hold, release } = useAutoplay(slides.length > 1, () =>
    setActive((index) => (index + 1) % slides.length),
  );
  if (slides.length === 0) return null;
  return (
    <section
      ref={region}
      className={styles.carousel}
      aria-roledescription={i18n._('carousel')}
      aria-label={i18n._('Highlights')}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={styles.stage}>
        {slides.map((slide, index) => (
          <CarouselSlide
            key={slide.headline}
            slide={slide}
            active={index === active}
            first={index === 0}
            label={i18n._('{index} of {count}', { index: index + 1, count: slides.length })}
          />
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.controls}>
          {slides.map((slide, index) => (
            <button
              key={slide.headline}
              type="button"
              className={styles.dot}
              aria-label={i18n._('Slide {number}', { number: index + 1 })}
              aria-current={index === active}
              onClick={() => setActive(index)}
            />
          ))}
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? i18n._('Pause slides') : i18n._('Play slides')}
            size={18}
            className={styles.pause}
            onClick={toggle}
          />
        </div>
      )}
    </section>
  );
}
