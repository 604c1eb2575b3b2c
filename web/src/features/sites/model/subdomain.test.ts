import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SubdomainEntry } from '@/shared/api/types';
import { stripped, whyNot } from './subdomain';
import { useSubdomain } from './use-subdomain';

it('removes invalid characters', () => {
  expect(stripped(' Foam & Co_2-x ')).toBe('foamco2-x');
});

it('explains a rejection', () => {
  expect(whyNot('taken')).toBe('This subdomain is taken.');
});

it('checks after a pause and ignores outdated responses', async () => {
  vi.useFakeTimers();
  const answers = new Map<string, (entry: SubdomainEntry) => void>();
  const check = vi.fn((name: string) => new Promise<SubdomainEntry>((told) => answers.set(name, told)));
  const { result, rerender } = renderHook(({ name }) => useSubdomain(name, check), {
    initialProps: { name: 'f' },
  });
  rerender({ name: 'foam' });
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(check.mock.calls.map(([name]) => name)).toEqual(['foam']);
  rerender({ name: 'foamy' });
  await act(() => vi.advanceTimersByTimeAsync(300));
  await act(async () => answers.get('foam')?.({ subdomain: 'foam', available: true }));
  expect(result.current.state).toBe('asking');
  const refused: SubdomainEntry = { subdomain: 'foamy', available: false, reason: 'taken' };
  await act(async () => answers.get('foamy')?.(refused));
  expect(result.current).toEqual({ state: 'refused', answer: refused });
  vi.useRealTimers();
});
