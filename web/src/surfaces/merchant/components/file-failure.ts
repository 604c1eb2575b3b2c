import { i18n } from '@lingui/core';
import { saidOr } from '@/shared/api/api-error';
import { FileTooLarge } from '@/shared/api/send-file';

function sizeOf(bytes: number): string {
  const [count, unit] = bytes < 2 ** 20 ? [bytes / 2 ** 10, 'kilobyte'] : [bytes / 2 ** 20, 'megabyte'];
  return i18n.number(count, { style: 'unit', unit, maximumFractionDigits: 1 });
}

/** Reason why a file was rejected, or a fallback. */
export function fileFailure(error: unknown, otherwise: string): string {
  if (!(error instanceof FileTooLarge)) return saidOr(error, otherwise);
  return i18n._('This file is {size}. The limit is {most}.', {
    size: sizeOf(error.bytes),
    most: sizeOf(error.most),
  });
}
