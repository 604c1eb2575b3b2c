import { expect, it, vi } from 'vitest';
import { sendFile } from './send-file';

/** A file of which only the size matters. */
function file(bytes: number): File {
  return Object.defineProperty(new File([], 'a.mp4'), 'size', { value: bytes });
}

it.each([
  [200 * 2 ** 20, 32 * 2 ** 20, 'it has 200 MB, and 32 MB is the most'],
  [1.5 * 2 ** 20, 64 * 2 ** 10, 'it has 1.5 MB, and 64 kB is the most'],
])('sends nothing of a file that is too large', async (bytes, most, said) => {
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
  await expect(sendFile('/api/v1/accounts/upload', file(bytes), { most })).rejects.toThrow(said);
  expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});
