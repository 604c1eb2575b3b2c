import { isSameView, type MapView } from './map-view';

type Steering = { read: () => MapView; write: (view: MapView) => void; onMove: (view: MapView) => void };

/** Keeps a map and what the page knows of it at one another: neither hears its own words again. */
export function inStep({ read, write, onMove }: Steering) {
  let last: MapView | null = null;
  // They arrive with a delay, when the map may have moved again.
  const told = new WeakSet<MapView>();
  return {
    /** The map has moved. */
    moved() {
      const at = read();
      if (last && isSameView(at, last)) return;
      last = at;
      told.add(at);
      onMove(at);
    },
    /** The page wants to see this. */
    show(view: MapView) {
      if (told.has(view)) return;
      last = view;
      if (!isSameView(view, read())) write(view);
    },
  };
}
