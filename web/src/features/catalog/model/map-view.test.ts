import { expect, it } from 'vitest';
import { milesBetween } from '@/shared/format/distance';
import {
  around,
  firstView,
  fitted,
  isInside,
  isSameView,
  milesPerPixel,
  moved,
  partOf,
  toPixel,
  viewOf,
} from './map-view';

const phoenix = { latitude: 33.5096, longitude: -112.0342 };
const tempe = { latitude: 33.4207, longitude: -111.9398 };
const chandler = { latitude: 33.2581, longitude: -111.8577 };
const size = { width: 390, height: 260 };

it('centers the map, with north up and east to the right', () => {
  const view = { center: tempe, zoom: 11 };
  expect(toPixel(tempe, view, size)).toEqual({ x: 195, y: 130 });
  const there = toPixel(phoenix, view, size);
  expect(there.x).toBeLessThan(195);
  expect(there.y).toBeLessThan(130);
});

it('converts positions to pixels and back', () => {
  const view = { center: tempe, zoom: 11 };
  const there = toPixel(phoenix, moved(view, { x: 40, y: -25 }), size);
  const before = toPixel(phoenix, view, size);
  expect(there.x - before.x).toBeCloseTo(40, 6);
  expect(there.y - before.y).toBeCloseTo(-25, 6);
});

it('fits all locations', () => {
  const places = [phoenix, tempe, chandler];
  const view = fitted(places, size, 40);
  const pixels = places.map((place) => toPixel(place, view, size));
  expect(pixels.every((pixel) => isInside(pixel, size, 39.99))).toBe(true);
  const closer = { ...view, zoom: view.zoom + 0.1 };
  expect(places.every((place) => isInside(toPixel(place, closer, size), size, 39.99))).toBe(false);
});

it('shows a single location with a fifth of a degree around it', () => {
  const view = fitted([tempe], size, 0);
  expect(view.center.latitude).toBeCloseTo(tempe.latitude, 9);
  const edge = { ...tempe, longitude: tempe.longitude + 0.1 };
  expect(toPixel(edge, view, size).x).toBeCloseTo(size.width, 3);
});

it('centers on the customer and shows the nearest location', () => {
  const view = around(tempe, phoenix, size, 24);
  expect(view.center).toBe(tempe);
  expect(isInside(toPixel(phoenix, view, size), size, 23.99)).toBe(true);
  const closer = { ...view, zoom: view.zoom + 0.1 };
  expect(isInside(toPixel(phoenix, closer, size), size, 24)).toBe(false);
});

it("starts with the merchant's view if it shows every location", () => {
  const own = { center: tempe, zoom: 9 };
  expect(firstView([phoenix, tempe, chandler], own, size, 24)).toBe(own);
  const tooClose = { center: tempe, zoom: 14 };
  expect(firstView([phoenix, tempe], tooClose, size, 24)).toEqual(fitted([phoenix, tempe], size, 24));
  expect(firstView([phoenix], null, size, 24).center.latitude).toBeCloseTo(phoenix.latitude, 9);
});

it('calculates the width of a pixel', () => {
  const view = { center: tempe, zoom: 13 };
  const east = { ...tempe, longitude: tempe.longitude + 0.02 };
  const pixels = toPixel(east, view, size).x - 195;
  expect(pixels * milesPerPixel(view)).toBeCloseTo(milesBetween(tempe, east), 1);
});

it('converts between a view and its bounds', () => {
  const whole = partOf({ center: { latitude: 0, longitude: 0 }, zoom: 0 }, { width: 256, height: 256 });
  expect(whole).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  const view = { center: tempe, zoom: 11.3 };
  expect(isSameView(viewOf(partOf(view, size), size), view)).toBe(true);
  expect(isSameView({ ...view, zoom: 11.4 }, view)).toBe(false);
});
