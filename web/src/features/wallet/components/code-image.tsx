import { QRCodeSVG } from 'qrcode.react';

/**
 * QR code. The white padding is the quiet zone that scanners need. In a separate chunk, loaded only with a
 * code.
 */
export function CodeImage({ code, label }: { code: string; label: string }) {
  return (
    <QRCodeSVG
      value={code}
      level="M"
      marginSize={0}
      title={label}
      style={{ width: '100%', height: 'auto' }}
    />
  );
}
