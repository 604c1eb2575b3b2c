import { useCallback, useRef, useState } from 'react';
import type { Point } from '@/shared/format/distance';
import { site } from '@/shared/site/boot';
import { around, clampZoom, firstView, fitted, type MapView, type Size } from './map-view';

/** Room for a marker and its name at the edges of the frame. */
const margin = 56;

/** The view that the merchant wishes for, if one was set. */
function ownView(): MapView | null {
  const { center, zoom } = site().googleMap;
  const { lat = 0, lng = 0 } = center ?? {};
  return lat || lng ? { center: { latitude: lat, longitude: lng }, zoom: clampZoom(zoom ?? 11) } : null;
}

export type ShownMap = ReturnType<typeof useMapView>;

/** View of a map with these points: all of them, until the customer moves the map. */
export function useMapView(points: readonly Point[]) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [looked, look] = useState<MapView | null>(null);
  const view = looked ?? firstView(points, ownView(), size, margin);
  const filled = useRef<HTMLElement>(null);
  /** Of the element that the map fills. */
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
  /** Brings a point into the middle, from as near as `fitted` would at least. */
  const centerOn = (point: Point) =>
    look({ center: point, zoom: Math.max(view.zoom, fitted([point], size, 0).zoom) });
  /** The same with the nearest of the points in the frame. */
  const centerBetween = (point: Point, nearest: Point | undefined) =>
    look(nearest ? around(point, nearest, size, margin) : fitted([point], size, 0));
  const element = () => filled.current;
  return { frame, element, size, view, look, zoomBy, centerOn, centerBetween };
}
