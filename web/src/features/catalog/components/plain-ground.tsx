import { type CSSProperties, type PointerEvent, useRef } from 'react';
import { formatDistance } from '@/shared/format/distance';
import { site } from '@/shared/site/boot';
import { type MapView, milesPerPixel, moved, type Pixel, type Size, toPixel } from '../model/map-view';
import styles from './plain-ground.module.css';

/** Props of a map ground: the view to show and a callback for moves. */
export type GroundProps = { view: MapView; size: Size; onMove: (view: MapView) => void };

/** Distance between grid lines, in pixels. */
const mesh = 64;
/** Length of the scale, in pixels. */
const scale = 96;

const origin = { latitude: 0, longitude: 0 };

/** Ground in the site's colors, without street tiles. Drag it with a mouse; touch scrolls the page. */
export function PlainGround({ view, size, onMove }: GroundProps) {
  const held = useRef<Pixel | null>(null);
  const { x, y } = toPixel(origin, view, size);
  const style = { '--x': `${x % mesh}px`, '--y': `${y % mesh}px`, '--mesh': `${mesh}px` } as CSSProperties;
  const take = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    held.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const draw = ({ clientX, clientY }: PointerEvent) => {
    if (!held.current) return;
    onMove(moved(view, { x: clientX - held.current.x, y: clientY - held.current.y }));
    held.current = { x: clientX, y: clientY };
  };
  const letGo = () => {
    held.current = null;
  };
  return (
    <div
      className={styles.ground}
      style={style}
      onPointerDown={take}
      onPointerMove={draw}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span className={styles.scale} style={{ width: scale }} aria-hidden="true">
        {formatDistance(milesPerPixel(view) * scale, site().country)}
      </span>
    </div>
  );
}
