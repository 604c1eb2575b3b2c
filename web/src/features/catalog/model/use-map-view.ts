import { useCallback, useRef, useState } from 'react';
import type { Point } from '@/shared/format/distance';
import { site } from '@/shared/site/boot';
import { around, clampZoom, firstView, fitted, type MapView, type Size } from './map-view';

/** Margin at the edges of the frame for a marker and its label. */
const margin = 56;

/** View set by the merchant, if any. */
function ownView(): MapView | null {
  const { center, zoom } = site().googleMap;
  const { lat = 0, lng = 0 } = center ?? {};
  return lat || lng ? { center: { latitude: lat, longitude: lng }, zoom: clampZoom(zoom ?? 11) } : null;
}

export type ShownMap = ReturnType<typeof useMapView>;

/** View of a map with these points: all of them, or `first`, until somebody moves the map. */
export function useMapView(points: readonly Point[], first?: MapView) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [looked, look] = useState<MapView | null>(null);
  const view = looked ?? first ?? firstView(points, ownView(), size, margin);
  const filled = useRef<HTMLElement>(null);
  /** Ref of the element that contains the map. */
  const frame = useCallback((element: HTMLElement | null) => {
    filled.current = element;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoomBy = (steps: number) => look({ ...view, zoom: clampZoom(view.zoom + steps) });
  /** Centers a point, at least as close as `fitted`. */
  const centerOn = (point: Point) =>
    look({ center: point, zoom: Math.max(view.zoom, fitted([point], size, 0).zoom) });
  /** Same, with the nearest of the points in the frame. */
  const centerBetween = (point: Point, nearest: Point | undefined) =>
    look(nearest ? around(point, nearest, size, margin) : fitted([point], size, 0));
  const element = () => filled.current;
  return { frame, element, size, view, look, zoomBy, centerOn, centerBetween };
}
