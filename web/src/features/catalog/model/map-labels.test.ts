import { expect, it } from 'vitest';
import { freeLabels } from './map-labels';

it('avoids overlapping labels', () => {
  const at = (x: number, y: number, name = 'Tempe') => ({ at: { x, y }, name });
  expect(freeLabels([at(100, 100), at(100, 200), at(300, 100)])).toEqual([true, true, true]);
  expect(freeLabels([at(100, 100), at(140, 110), at(100, 190)])).toEqual([true, false, true]);
  expect(freeLabels([at(100, 100), at(140, 100), at(220, 100)])).toEqual([true, false, true]);
  expect(freeLabels([at(100, 100, 'San Antonio'), at(160, 100)])).toEqual([true, false]);
});

it('keeps labels off pins', () => {
  const at = (x: number, y: number) => ({ at: { x, y }, name: 'Waco' });
  expect(freeLabels([at(100, 100), at(105, 140)])).toEqual([false, true]);
});
