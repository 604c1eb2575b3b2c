import { spokenLanguage } from '@/shared/i18n/locale';
import { vendorScript } from '@/shared/lib/vendor-script';
import { inStep } from './in-step';
import type { MapView } from './map-view';
import { type OpenStreets, patience, type StreetsOptions, tooLate } from './streets';

const callback = 'onGoogleMaps';

function scriptWith(key: string): string {
  const query = new URLSearchParams({
    key,
    callback,
    v: 'quarterly',
    loading: 'async',
    language: spokenLanguage(),
    // Page addresses can contain private data.
    auth_referrer_policy: 'origin',
  });
  return `https://maps.googleapis.com/maps/api/js?${query}`;
}

/** Rejects if Google rejects the key, which it reports once per page. */
const refused = new Promise<never>((_, reject) => {
  Object.assign(globalThis, {
    gm_authFailure: () => reject(new Error('Google refused the key of the maps')),
  });
});
refused.catch(() => undefined);

const pointOf = ({ center }: MapView) => ({ lat: center.latitude, lng: center.longitude });

async function created(container: HTMLElement, { view, scheme, signal }: StreetsOptions) {
  const { Map: GoogleMap } = await google.maps.importLibrary('maps');
  signal.throwIfAborted();
  return new GoogleMap(container, {
    center: pointOf(view),
    zoom: view.zoom,
    // Marker positions don't support rotation or tilt.
    isFractionalZoomEnabled: true,
    renderingType: 'RASTER',
    tilt: 0,
    // Let touch and the wheel scroll the page.
    gestureHandling: 'cooperative',
    colorScheme: scheme === 'dark' ? 'DARK' : 'LIGHT',
    clickableIcons: false,
    disableDefaultUI: true,
  });
}

function drawn(map: google.maps.Map): Promise<void> {
  return new Promise((resolve) => {
    google.maps.event.addListenerOnce(map, 'tilesloaded', () => resolve());
  });
}

/** Loads Google Maps. */
export const openStreets: OpenStreets = async (container, options) => {
  const { key, view, onMove, signal } = options;
  await vendorScript({ url: scriptWith(key), callback, patience });
  const map = await created(container, options);
  await Promise.race([drawn(map), refused, tooLate("Google's streets")]);
  signal.throwIfAborted();
  const step = inStep({
    read() {
      const center = map.getCenter();
      if (!center) return view;
      return {
        center: { latitude: center.lat(), longitude: center.lng() },
        zoom: map.getZoom() ?? view.zoom,
      };
    },
    write: (to) => map.moveCamera({ center: pointOf(to), zoom: to.zoom }),
    onMove,
  });
  step.show(view);
  map.addListener('bounds_changed', step.moved);
  signal.addEventListener('abort', () => google.maps.event.clearInstanceListeners(map));
  return { show: step.show };
};
