import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chosenLocation, startFrom, startNear, useLocationChoice } from './location-choice';

it('starts from the home location only where nothing was chosen', () => {
  startFrom(3);
  expect(chosenLocation()).toBe(3);
  startFrom(4);
  expect(chosenLocation()).toBe(3);
});

it('starts from the wash where the customer stands, whatever was remembered', () => {
  startFrom(3);
  startNear(5);
  expect(chosenLocation()).toBe(5);
});

it('leaves a choice of this visit alone', () => {
  const { result } = renderHook(() => useLocationChoice());
  act(() => result.current[1](2));
  startNear(5);
  startFrom(6);
  expect(result.current[0]).toBe(2);
});
