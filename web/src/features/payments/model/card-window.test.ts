import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchWindow } from './card-window';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function popUp() {
  const opened = { closed: false, close: vi.fn(() => undefined) };
  return { opened, window: opened as unknown as Window };
}

test('reports a closed window once, after its last message', () => {
  const { opened, window } = popUp();
  const onClosed = vi.fn();
  watchWindow(window, onClosed);
  vi.advanceTimersByTime(10_000);
  expect(onClosed).not.toHaveBeenCalled();
  opened.closed = true;
  vi.advanceTimersByTime(300);
  expect(onClosed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onClosed).toHaveBeenCalledOnce();
});

test('closes the window when no longer watched', () => {
  const { opened, window } = popUp();
  const onClosed = vi.fn();
  const stop = watchWindow(window, onClosed);
  opened.closed = true;
  vi.advanceTimersByTime(300);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(opened.close).toHaveBeenCalledOnce();
  expect(onClosed).not.toHaveBeenCalled();
});
