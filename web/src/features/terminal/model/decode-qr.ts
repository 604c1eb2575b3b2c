import decode from 'qr/decode.js';

/** What a QR code in a picture says; null where there is none that can be read. */
export function decodeQr(picture: ImageData): string | null {
  try {
    return decode(picture);
  } catch {
    return null;
  }
}
