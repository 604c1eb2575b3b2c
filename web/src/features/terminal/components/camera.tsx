import { i18n } from '@lingui/core';
import { useRef } from 'react';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { useCamera, useCameraSide } from '../model/use-camera';
import styles from './camera.module.css';

/** Camera image with a frame for the code. */
export function Camera({ tell }: { tell: (text: string) => void }) {
  const [side, choose] = useCameraSide();
  const video = useRef<HTMLVideoElement>(null);
  const works = useCamera(video, side, tell);
  const shows = works && side !== 'off';
  return (
    <div className={styles.camera} data-shows={shows}>
      <video ref={video} className={styles.picture} data-side={side} muted playsInline />
      {shows ? (
        <>
          <span className={styles.frame} aria-hidden="true" />
          <div className={styles.turn}>
            <IconButton
              icon="refresh"
              look="round"
              label={i18n._('Switch camera')}
              onClick={() => choose(side === 'user' ? 'environment' : 'user')}
            />
          </div>
        </>
      ) : (
        <p className={styles.none}>
          <Icon name="eyeOff" size={40} />
          {side === 'off'
            ? i18n._('The camera is off. Use the scanner or enter the code.')
            : i18n._('No camera found. Use the scanner or enter the code.')}
        </p>
      )}
    </div>
  );
}
