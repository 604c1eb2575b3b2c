import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import styles from './home-video.module.css';
import round from './round-button.module.css';

/** Who wants less motion, or pays for every megabyte, starts with a picture that stands still. */
function wantsQuiet(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** The merchant's film behind the home of the web shop. It says nothing that is not said in front of it. */
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
      <button
        type="button"
        className={`${round.round} ${styles.toggle}`}
        onClick={toggle}
        aria-label={playing ? i18n._('Pause video') : i18n._('Play video')}
      >
        <Icon name={playing ? 'pause' : 'play'} size={20} />
      </button>
    </>
  );
}
