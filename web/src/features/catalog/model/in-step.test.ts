import { expect, it, vi } from 'vitest';
import { inStep } from './in-step';
import type { MapView } from './map-view';

const at = (zoom: number): MapView => ({ center: { latitude: 40, longitude: -74 }, zoom });

function mapAt(view: MapView) {
  const map = { at: view };
  const write = vi.fn((to: MapView) => {
    map.at = { ...to };
  });
  const onMove = vi.fn<(view: MapView) => void>();
  return { map, write, onMove, step: inStep({ read: () => ({ ...map.at }), write, onMove }) };
}

it('reports a map movement once', () => {
  const { map, write, onMove, step } = mapAt(at(11));
  step.show(at(11));
  map.at = at(12);
  step.moved();
  step.moved();
  expect(onMove.mock.calls).toEqual([[at(12)]]);
  expect(write).not.toHaveBeenCalled();
});

it("doesn't move the map back to its previous view", () => {
  const { map, write, onMove, step } = mapAt(at(11));
  map.at = at(12);
  step.moved();
  map.at = at(13);
  step.show(onMove.mock.calls[0]?.[0] ?? at(0));
  expect(write).not.toHaveBeenCalled();
});

it("doesn't report the page's own movements", () => {
  const { map, onMove, step } = mapAt(at(11));
  step.show(at(14));
  expect(map.at).toEqual(at(14));
  step.moved();
  expect(onMove).not.toHaveBeenCalled();
});
