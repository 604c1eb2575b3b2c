import { QRCodeSVG } from 'qrcode.react';

/**
 * The white pass around it is the quiet zone that a scanner needs.
 * In a chunk of its own: only somebody who holds a code pays for drawing one.
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
