import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPress } from './after-press';

const pointer = (kind: string) => document.dispatchEvent(new Event(kind));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('acts immediately without a press', () => {
  const act = vi.fn();
  afterPress(act);
  expect(act).toHaveBeenCalledOnce();
});

it.each(['pointerup', 'pointercancel'])('waits for the press to end, by %s', (end) => {
  const act = vi.fn();
  pointer('pointerdown');
  afterPress(act);
  pointer(end);
  expect(act).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
  pointer(end);
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});
