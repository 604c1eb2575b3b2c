import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { site } from '@/shared/site/boot';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './home-video.module.css';

/** With reduced motion or data saving, start with a still image. */
function wantsQuiet(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** Merchant's video behind the web shop's home page. Decorative. */
export function HomeVideo() {
  const { homeVideo } = site();
  const film = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [quiet] = useState(wantsQuiet);
  if (!homeVideo) return null;
  const toggle = () => {
    if (playing) film.current?.pause();
    else void film.current?.play().catch(() => undefined);
  };
  return (
    <>
      <video
        ref={film}
        className={styles.film}
        src={homeVideo}
        autoPlay={!quiet}
        preload={quiet ? 'metadata' : 'auto'}
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <IconButton
        look="round"
        icon={playing ? 'pause' : 'play'}
        label={playing ? i18n._('Pause video') : i18n._('Play video')}
        size={20}
        className={styles.toggle}
        onClick={toggle}
      />
    </>
  );
}
