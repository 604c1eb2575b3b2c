import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadCode } from '@/shared/ui/load-code';
import { retried } from '../model/retried';
import type { TileMap } from '../model/tile-map';
import type { GroundProps } from './plain-ground';
import styles from './tile-ground.module.css';

/** Resolves once somebody can see it. */
function seen(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
    signal.addEventListener('abort', () => observer.disconnect());
  });
}

/** Streets, as the style of the installation draws them. Until they are here, and where they never come, what lies below shows. */
export function TileGround({ view, onMove, mapStyle }: GroundProps & { mapStyle: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TileMap | null>(null);
  const [failed, setFailed] = useState(false);
  const move = useEffectEvent(onMove);
  const firstView = useEffectEvent(() => view);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const open = async () => {
      const { openTileMap } = await loadCode(() => import('../model/tile-map'));
      signal.throwIfAborted();
      return openTileMap(element, { mapStyle, view: firstView(), onMove: (to) => move(to), signal });
    };
    seen(element, signal)
      .then(() => retried(open, signal))
      .then(setMap)
      .catch(() => {
        if (!signal.aborted) setFailed(true);
      });
    return () => stop.abort();
  }, [mapStyle]);
  useEffect(() => map?.show(view), [map, view]);
  return (
    <>
      <div ref={frame} className={styles.tiles} data-shown={map !== null} />
      {failed && (
        <p role="status" className={styles.failed}>
          {i18n._('The streets could not be loaded.')}
        </p>
      )}
    </>
  );
}
