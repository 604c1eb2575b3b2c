import { Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { inStep } from './in-step';
import type { MapView } from './map-view';
import { type OpenStreets, type StreetsOptions, tooLate } from './streets';

// The policy of the shell admits workers from our own origin only, and none out of a blob.
setWorkerUrl(workerUrl);

/** The library counts zooms on tiles of 512 pixels. */
const halfTiles = 1;

function created(container: HTMLElement, { key, view }: StreetsOptions): LibreMap {
  return new LibreMap({
    container,
    style: key,
    center: [view.center.longitude, view.center.latitude],
    zoom: view.zoom - halfTiles,
    // Markers are placed by their own arithmetic, which knows neither.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    // A finger or a wheel that passes over scrolls the page.
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

/** Streets as a style draws them, once that is here. Rejects where it does not come, or nothing can be drawn. */
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
