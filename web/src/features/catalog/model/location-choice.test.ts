import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chosenLocation, startFrom, startNear, useLocationChoice } from './location-choice';

it('starts with the home location if none was selected', () => {
  startFrom(3);
  expect(chosenLocation()).toBe(3);
  startFrom(4);
  expect(chosenLocation()).toBe(3);
});

it('starts with the location the customer is at, regardless of earlier selections', () => {
  startFrom(3);
  startNear(5);
  expect(chosenLocation()).toBe(5);
});

it('keeps a selection of this visit', () => {
  const { result } = renderHook(() => useLocationChoice());
  act(() => result.current[1](2));
  startNear(5);
  startFrom(6);
  expect(result.current[0]).toBe(2);
});
