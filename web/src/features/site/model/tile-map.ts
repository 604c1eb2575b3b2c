import { Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { MapView } from './map-view';

// The policy of the shell admits workers from our own origin only, and none out of a blob.
setWorkerUrl(workerUrl);

/** The library counts zooms on tiles of 512 pixels. */
const halfTiles = 1;
const patience = 15_000;

export type TileMap = { show: (view: MapView) => void };

type Options = { mapStyle: string; view: MapView; onMove: (view: MapView) => void; signal: AbortSignal };

function created(container: HTMLElement, { mapStyle, view }: Options): LibreMap {
  return new LibreMap({
    container,
    style: mapStyle,
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

function isAt(map: LibreMap, { center, zoom }: MapView): boolean {
  const at = viewOf(map);
  const close = (a: number, b: number) => Math.abs(a - b) < 1e-6;
  return (
    close(at.zoom, zoom) &&
    close(at.center.latitude, center.latitude) &&
    close(at.center.longitude, center.longitude)
  );
}

function styleOf(map: LibreMap): Promise<void> {
  return new Promise((resolve, reject) => {
    map.once('style.load', () => resolve());
    map.once('error', ({ error }) => reject(error));
    setTimeout(() => reject(new Error('the style of the map did not come')), patience);
  });
}

/** Draws streets into an element, once their style is here. Rejects where it does not come, or nothing can be drawn. */
export async function openTileMap(container: HTMLElement, options: Options): Promise<TileMap> {
  const { signal, onMove } = options;
  const map = created(container, options);
  const remove = () => map.remove();
  signal.addEventListener('abort', remove);
  try {
    await styleOf(map);
    signal.throwIfAborted();
  } catch (error) {
    signal.removeEventListener('abort', remove);
    if (!signal.aborted) remove();
    throw error;
  }
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.on('move', () => onMove(viewOf(map)));
  return {
    show(view) {
      if (isAt(map, view)) return;
      map.jumpTo({ center: [view.center.longitude, view.center.latitude], zoom: view.zoom - halfTiles });
    },
  };
}
