import decode from 'qr/decode.js';

/** Text of a QR code in an image; null without a readable code. */
export function decodeQr(picture: ImageData): string | null {
  try {
    return decode(picture);
  } catch {
    return null;
  }
}
