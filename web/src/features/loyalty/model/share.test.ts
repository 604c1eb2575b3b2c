import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useToasts } from '@/shared/ui/toasts';
import { shareLink } from './share';

const url = 'https://sparkle.example/storeDirect#K7QPM2X';

function device(parts: Record<string, unknown>) {
  for (const [name, value] of Object.entries({ canShare: undefined, share: undefined, ...parts })) {
    Object.defineProperty(navigator, name, { configurable: true, value });
  }
}

const words = () => renderHook(() => useToasts()).result.current.map(({ text }) => text);

afterEach(() => vi.restoreAllMocks());

it("opens the device's share sheet", async () => {
  const share = vi.fn(() => Promise.resolve());
  const writeText = vi.fn();
  device({ canShare: () => true, share, clipboard: { writeText } });
  await shareLink('Sparkle', url);
  expect(share).toHaveBeenCalledWith({ title: 'Sparkle', url });
  expect(writeText).not.toHaveBeenCalled();
});

it('accepts a closed share sheet', async () => {
  const writeText = vi.fn();
  const share = () => Promise.reject(new DOMException('closed', 'AbortError'));
  device({ canShare: () => true, share, clipboard: { writeText } });
  await shareLink('Sparkle', url);
  expect(writeText).not.toHaveBeenCalled();
});

it.each([
  ['has no sheet', {}],
  ['cannot share links', { canShare: (): boolean => false }],
  [
    'fails to open one',
    { canShare: (): boolean => true, share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  ],
])('copies the link if the device %s', async (_, parts) => {
  const writeText = vi.fn(() => Promise.resolve());
  device({ ...parts, clipboard: { writeText } });
  await shareLink('Sparkle', url);
  expect(writeText).toHaveBeenCalledWith(url);
  expect(words()).toContain('Link copied');
});

it('shows an error if copying fails too', async () => {
  device({ clipboard: undefined });
  await shareLink('Sparkle', url);
  expect(words()).toContain("Couldn't copy. Copy the link manually.");
});
