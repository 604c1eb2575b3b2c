import { Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { inStep } from './in-step';
import type { MapView } from './map-view';
import { type OpenStreets, type StreetsOptions, tooLate } from './streets';

// The shell's policy allows workers from our origin only, not from a blob.
setWorkerUrl(workerUrl);

/** The library counts zoom levels for 512-pixel tiles. */
const halfTiles = 1;

function created(container: HTMLElement, { key, view }: StreetsOptions): LibreMap {
  return new LibreMap({
    container,
    style: key,
    center: [view.center.longitude, view.center.latitude],
    zoom: view.zoom - halfTiles,
    // Marker positions support neither.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    // Let touch and the wheel scroll the page.
    cooperativeGestures: true,
    attributionControl: { compact: true },
  });
}

function viewOf(map: LibreMap): MapView {
  const { lat, lng } = map.getCenter();
  return { center: { latitude: lat, longitude: lng }, zoom: map.getZoom() + halfTiles };
}

function styleOf(map: LibreMap): Promise<void> {
  return new Promise((resolve, reject) => {
    map.once('style.load', () => resolve());
    map.once('error', ({ error }) => reject(error));
  });
}

/** Renders a map style once loaded. Rejects if it can't be loaded or rendered. */
export const openStreets: OpenStreets = async (container, options) => {
  const { view, signal, onMove } = options;
  const map = created(container, options);
  const remove = () => map.remove();
  signal.addEventListener('abort', remove);
  try {
    await Promise.race([styleOf(map), tooLate('the style of the map')]);
    signal.throwIfAborted();
  } catch (error) {
    signal.removeEventListener('abort', remove);
    if (!signal.aborted) remove();
    throw error;
  }
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const step = inStep({
    read: () => viewOf(map),
    write: ({ center, zoom }) =>
      map.jumpTo({ center: [center.longitude, center.latitude], zoom: zoom - halfTiles }),
    onMove,
  });
  step.show(view);
  map.on('move', step.moved);
  return { show: step.show };
};
