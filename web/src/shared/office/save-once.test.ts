import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { saveOnce } from './save-once';

type Wash = { version: number; name: string; badge?: string | null };

const stale = () =>
  Promise.reject(new ApiError('Changed meanwhile', { status: 409, code: 'stale_revision' }));
const sending = (name: string, now: Wash) => ({
  newest: () => Promise.resolve(now),
  sent: (there: Wash): [unknown, unknown] => [
    { ...there, version: 1 },
    { version: 1, name, badge: null },
  ],
});

it('treats equal data as saved', async () => {
  const now = { version: 2, name: 'Glow' };
  await expect(saveOnce<Wash>(stale, sending('Glow', now))).resolves.toBe(now);
});

it("doesn't treat someone else's data as saved", async () => {
  const saving = saveOnce<Wash>(stale, sending('Glow', { version: 2, name: 'Glimmer' }));
  await expect(saving).rejects.toThrow('Changed meanwhile');
});

it("doesn't refetch after other responses", async () => {
  const newest = vi.fn();
  const refused = () => Promise.reject(new ApiError('No', { status: 400, code: 'invalid_fields' }));
  await expect(saveOnce(refused, { newest, sent: () => [0, 0] })).rejects.toThrow('No');
  expect(newest).not.toHaveBeenCalled();
});
