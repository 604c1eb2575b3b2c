import { spokenLanguage } from '@/shared/i18n/locale';
import { vendorScript } from '@/shared/lib/vendor-script';
import { inStep } from './in-step';
import { type MapView, partOf, viewOf } from './map-view';
import { type OpenStreets, patience, type StreetsOptions, tooLate } from './streets';

const callback = 'onAppleMaps';
const script = {
  url: 'https://cdn.apple-mapkit.com/mk/5.x.x/mapkit.core.js',
  callback,
  attributes: { crossorigin: 'anonymous', 'data-callback': callback, 'data-libraries': 'map' },
};

let admitted: Promise<void> | undefined;

/** Passes the token to MapKit once per page. Rejects if it is invalid. */
function admittedWith(token: string): Promise<void> {
  admitted ??= new Promise((resolve, reject) => {
    mapkit.addEventListener('configuration-change', () => resolve());
    mapkit.addEventListener('error', ({ status }) => reject(new Error(`the maps of Apple say: ${status}`)));
    mapkit.init({ authorizationCallback: (done) => done(token), language: spokenLanguage() });
  });
  return admitted;
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight });

function rectOf(view: MapView, container: HTMLElement) {
  const { x, y, width, height } = partOf(view, sizeOf(container));
  return new mapkit.MapRect(x, y, width, height);
}

function created(container: HTMLElement, { view, scheme }: StreetsOptions) {
  const { Hidden } = mapkit.FeatureVisibility;
  const { Dark, Light } = mapkit.Map.ColorSchemes;
  return new mapkit.Map(container, {
    visibleMapRect: rectOf(view, container),
    colorScheme: scheme === 'dark' ? Dark : Light,
    // Marker positions don't support rotation.
    isRotationEnabled: false,
    // Let touch scroll the page.
    isScrollEnabled: matchMedia('(pointer: fine)').matches,
    showsCompass: Hidden,
    showsScale: Hidden,
    showsMapTypeControl: false,
    showsZoomControl: false,
  });
}

/** MapKit only reports the start and end of a move, so poll each frame in between. */
function follow(map: mapkit.Map, moved: () => void, signal: AbortSignal) {
  let next = 0;
  const look = () => {
    moved();
    next = requestAnimationFrame(look);
  };
  const end = () => cancelAnimationFrame(next);
  map.addEventListener('region-change-start', () => {
    end();
    look();
  });
  map.addEventListener('region-change-end', () => {
    end();
    moved();
  });
  signal.addEventListener('abort', end);
}

/** Loads Apple Maps. */
export const openStreets: OpenStreets = async (container, options) => {
  const { key, view, onMove, signal } = options;
  await vendorScript({ ...script, patience });
  await Promise.race([admittedWith(key), tooLate("Apple's streets")]);
  signal.throwIfAborted();
  const map = created(container, options);
  const step = inStep({
    read() {
      const { origin, size } = map.visibleMapRect;
      return viewOf({ x: origin.x, y: origin.y, width: size.width, height: size.height }, sizeOf(container));
    },
    write: (to) => map.setVisibleMapRectAnimated(rectOf(to, container), false),
    onMove,
  });
  step.show(view);
  follow(map, step.moved, signal);
  signal.addEventListener('abort', () => map.destroy());
  return { show: step.show };
};
