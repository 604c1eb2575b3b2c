import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { store } from '@/shared/lib/store';
import { openSite } from '@/shared/testing/site';
import { useBubblesChoice } from './bubbles-choice';

it.each([true, false])("starts with the merchant's setting (%s) until the customer chooses", (enabled) => {
  openSite({ bubbles: { enabled, number: 15 } });
  const { result } = renderHook(() => useBubblesChoice());
  expect(result.current[0]).toBe(enabled);
  act(() => result.current[1](!enabled));
  expect(result.current[0]).toBe(!enabled);
  expect(store.read('bubbles')).toBe(!enabled);
});
