import { expect, it, vi } from 'vitest';
import { FileTooLarge, sendFile } from './send-file';

it('rejects a file that is too large before sending', async () => {
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
  const file = new File(['12345'], 'a.mp4');
  await expect(sendFile('/api/v1/accounts/upload', file, { most: 4 })).rejects.toThrow(FileTooLarge);
  expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});
