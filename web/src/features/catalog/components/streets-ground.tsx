import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { boot } from '@/shared/site/boot';
import { useScheme } from '@/shared/theme/scheme';
import { loadCode } from '@/shared/ui/load-code';
import { firstOf } from '../model/first-of';
import { isAppleDevice } from '../model/is-apple-device';
import { type StreetSource, streetSources } from '../model/street-sources';
import type { Streets } from '../model/streets';
import type { GroundProps } from './plain-ground';
import styles from './streets-ground.module.css';

/** Resolves when the element becomes visible. */
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

/** Container for one attempt to draw the map, removed if it fails. */
function sheetIn(frame: HTMLElement): HTMLElement {
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  frame.append(sheet);
  return sheet;
}

/** Street tiles from any provider. Until they load, or if they fail, the plain ground stays visible. */
export function StreetsGround({ view, onMove }: GroundProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [scheme] = useScheme();
  const [streets, setStreets] = useState<Streets | null>(null);
  const [failed, setFailed] = useState(false);
  const move = useEffectEvent(onMove);
  const firstView = useEffectEvent(() => view);
  useEffect(() => {
    const element = frame.current;
    const sources = streetSources(boot().maps, isAppleDevice());
    if (!element || sources.length === 0) return;
    const stop = new AbortController();
    const { signal } = stop;
    const open = async ({ load, key }: StreetSource) => {
      const { openStreets } = await loadCode(load);
      signal.throwIfAborted();
      const sheet = sheetIn(element);
      const remove = () => sheet.remove();
      signal.addEventListener('abort', remove);
      try {
        return await openStreets(sheet, { key, scheme, view: firstView(), onMove: (to) => move(to), signal });
      } catch (error) {
        remove();
        throw error;
      }
    };
    seen(element, signal)
      .then(() => firstOf(sources, open, signal))
      .then(setStreets)
      .catch(() => {
        if (!signal.aborted) setFailed(true);
      });
    return () => {
      stop.abort();
      setStreets(null);
    };
  }, [scheme]);
  useEffect(() => streets?.show(view), [streets, view]);
  return (
    <>
      <div ref={frame} className={styles.streets} data-shown={streets !== null} />
      {failed && (
        <p role="status" className={styles.failed}>
          {i18n._("Couldn't load the map.")}
        </p>
      )}
    </>
  );
}
