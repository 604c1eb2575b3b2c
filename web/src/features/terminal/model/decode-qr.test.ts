import encode from 'qr';
import { expect, it } from 'vitest';
import { decodeQr } from './decode-qr';

/** Camera image of a code with a white margin. */
function picture(text: string): ImageData {
  const dots = encode(text, 'raw', { ecc: 'medium', border: 4, scale: 5 });
  const size = dots.length;
  const data = new Uint8ClampedArray(
    dots.flatMap((row) => row.flatMap((dark) => [0, 0, 0].fill(dark ? 20 : 235).concat(255))),
  );
  return { width: size, height: size, data, colorSpace: 'srgb' } as ImageData;
}

it('decodes a code, and nothing from an empty image', () => {
  expect(decodeQr(picture('104822597316'))).toBe('104822597316');
  const data = new Uint8ClampedArray(200 * 200 * 4).fill(200);
  expect(decodeQr({ width: 200, height: 200, data } as ImageData)).toBeNull();
});
