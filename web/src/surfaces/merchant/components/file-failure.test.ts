import { expect, it } from 'vitest';
import { FileTooLarge } from '@/shared/api/send-file';
import { fileFailure } from './file-failure';

it.each([
  [200 * 2 ** 20, 32 * 2 ** 20, 'it has 200 MB, and 32 MB is the most'],
  [1.5 * 2 ** 20, 64 * 2 ** 10, 'it has 1.5 MB, and 64 kB is the most'],
])('says how much too large a file is', (bytes, most, said) => {
  expect(fileFailure(new FileTooLarge(bytes, most), '')).toContain(said);
});
