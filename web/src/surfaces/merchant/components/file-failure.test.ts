import { expect, it } from 'vitest';
import { FileTooLarge } from '@/shared/api/send-file';
import { fileFailure } from './file-failure';

it.each([
  [200 * 2 ** 20, 32 * 2 ** 20, 'is 200 MB. The limit is 32 MB.'],
  [1.5 * 2 ** 20, 64 * 2 ** 10, 'is 1.5 MB. The limit is 64 kB.'],
])('shows the size and limit of a large file', (bytes, most, said) => {
  expect(fileFailure(new FileTooLarge(bytes, most), '')).toContain(said);
});
