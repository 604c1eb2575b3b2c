import { expect, it } from 'vitest';
import { placeLine } from './place-line';

it('leaves out a missing state', () => {
  expect(placeLine({ city: 'Mesa', state: 'AZ', zipCode: '85201' })).toBe('Mesa, AZ 85201');
  expect(placeLine({ city: 'Leeds', state: '', zipCode: 'LS1 4DT' })).toBe('Leeds, LS1 4DT');
});
