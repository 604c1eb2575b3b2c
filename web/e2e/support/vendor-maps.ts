/*
 * Small stand-ins for the scripts of vendors of maps, with as much as the shop calls. What they would draw is a sheet in
 * one colour, which says what it shows.
 */

function google() {
  type View = { center: { lat: number; lng: number }; zoom: number };
  type Options = View & { colorScheme: string };
  const heard: Record<string, () => void> = {};
  class StandIn {
    view: View;
    element: HTMLElement;
    constructor(element: HTMLElement, { center, zoom, colorScheme }: Options) {
      this.view = { center, zoom };
      this.element = element;
      element.style.background = colorScheme === 'DARK' ? 'rgb(20, 40, 60)' : 'rgb(180, 210, 230)';
      element.addEventListener('click', () => this.moveCamera({ center, zoom: 5 }));
      this.draw();
      setTimeout(() => heard.tilesloaded?.());
    }
    draw() {
      this.element.dataset.google = this.view.zoom.toFixed(2);
    }
    getCenter() {
      const { lat, lng } = this.view.center;
      return { lat: () => lat, lng: () => lng };
    }
    getZoom() {
      return this.view.zoom;
    }
    moveCamera(view: View) {
      this.view = view;
      this.draw();
      setTimeout(() => heard.bounds_changed?.());
    }
    addListener(name: string, listener: () => void) {
      heard[name] = listener;
    }
  }
  const event = {
    addListenerOnce: (_: unknown, name: string, listener: () => void) => {
      heard[name] = listener;
    },
    clearInstanceListeners: () => undefined,
  };
  const maps = { event, importLibrary: async () => ({ Map: StandIn }) };
  Object.assign(globalThis, { google: { maps } });
}

function apple() {
  class MapRect {
    origin: { x: number; y: number };
    size: { width: number; height: number };
    constructor(x: number, y: number, width: number, height: number) {
      this.origin = { x, y };
      this.size = { width, height };
    }
  }
  const zoomOf = (element: Element, { size }: MapRect) => Math.log2(element.clientWidth / size.width / 256);
  class StandIn {
    static ColorSchemes = { Dark: 'dark', Light: 'light' };
    visibleMapRect: MapRect;
    element: HTMLElement;
    constructor(element: HTMLElement, options: { visibleMapRect: MapRect; colorScheme: string }) {
      this.element = element;
      this.visibleMapRect = options.visibleMapRect;
      element.style.background = options.colorScheme === 'dark' ? 'rgb(50, 50, 40)' : 'rgb(235, 230, 200)';
      this.draw();
    }
    draw() {
      this.element.dataset.apple = zoomOf(this.element, this.visibleMapRect).toFixed(2);
    }
    setVisibleMapRectAnimated(rect: MapRect) {
      this.visibleMapRect = rect;
      this.draw();
    }
    addEventListener() {}
    destroy() {}
  }
  let ready: () => void;
  const mapkit = {
    Map: StandIn,
    MapRect,
    FeatureVisibility: { Hidden: 'hidden' },
    addEventListener(name: string, listener: () => void) {
      if (name === 'configuration-change') ready = listener;
    },
    init({ authorizationCallback }: { authorizationCallback: (done: (token: string) => void) => void }) {
      authorizationCallback((token) => token && setTimeout(ready));
    },
  };
  Object.assign(globalThis, { mapkit });
}

const script = (standIn: () => void, callback: string) => ({
  contentType: 'text/javascript',
  headers: { 'access-control-allow-origin': '*' },
  body: `(${standIn})();${callback}();`,
});

/** Response for the Google Maps script. */
export const googleMaps = script(google, 'onGoogleMaps');
/** And for the one of Apple's. */
export const appleMaps = script(apple, 'onAppleMaps');
