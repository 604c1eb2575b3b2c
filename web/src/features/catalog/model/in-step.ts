import { isSameView, type MapView } from './map-view';

type Steering = { read: () => MapView; write: (view: MapView) => void; onMove: (view: MapView) => void };

/** Synchronizes a map with the page's view without feedback loops. */
export function inStep({ read, write, onMove }: Steering) {
  let last: MapView | null = null;
  // They arrive with a delay, when the map may have moved again.
  const told = new WeakSet<MapView>();
  return {
    /** Handles a move of the map. */
    moved() {
      const at = read();
      if (last && isSameView(at, last)) return;
      last = at;
      told.add(at);
      onMove(at);
    },
    /** Shows the page's view on the map. */
    show(view: MapView) {
      if (told.has(view)) return;
      last = view;
      if (!isSameView(view, read())) write(view);
    },
  };
}
