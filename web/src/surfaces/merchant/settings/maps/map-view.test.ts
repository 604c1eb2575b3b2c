import * as v from 'valibot';
import { expect, it } from 'vitest';
import { mapViewSchema, shownView, type TypedView, typedOf, viewOf } from './map-view';

const entered = (lat: string, lng: string, zoom = ''): TypedView => ({ zoom, center: { lat, lng } });

function messagesOf(typed: TypedView): [string, string][] {
  const { issues = [] } = v.safeParse(mapViewSchema(), typed);
  return issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]);
}

it('keeps a saved view, and has none for a center of 0, 0', () => {
  const saved = { zoom: 10, center: { lat: 33.3947, lng: -111.9317 } };
  expect(viewOf(typedOf(saved))).toEqual(saved);
  expect(typedOf({ zoom: 11, center: { lat: 0, lng: 0 } })).toEqual(entered('', ''));
  expect(viewOf(entered('', ''))).toEqual({ zoom: 11, center: { lat: 0, lng: 0 } });
});

it.each([
  entered('', ''),
  entered('33.3947', '-111.9317', '10'),
  entered('33,3947', '-111,9317', '10,5'),
  entered('-90', '180'),
])('accepts %o', (typed) => {
  expect(messagesOf(typed)).toEqual([]);
});

it.each([
  [entered('95', '0'), 'center.lat', 'Enter a latitude from -90 to 90.'],
  [entered('0', '-180.5'), 'center.lng', 'Enter a longitude from -180 to 180.'],
  [entered('33°', '0'), 'center.lat', 'Enter a latitude from -90 to 90.'],
  [entered('33', ''), 'center.lng', 'Enter both coordinates, or neither.'],
  [entered('', '-111'), 'center.lat', 'Enter both coordinates, or neither.'],
  [entered('33', '-111', '19'), 'zoom', 'Enter a number from 2 to 18.'],
])('rejects %o at its field', (typed, path, message) => {
  expect(messagesOf(typed)).toEqual([[path, message]]);
});

it('shows complete coordinates', () => {
  expect(shownView(entered('33,5', '-111', '10'))).toEqual({
    center: { latitude: 33.5, longitude: -111 },
    zoom: 10,
  });
  expect(shownView(entered('33.5', ''))).toBeNull();
  expect(shownView(entered('33.5', '-111', 'x'))?.zoom).toBe(11);
});
