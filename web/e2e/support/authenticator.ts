import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const step = 30_000;

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function codeAt(secret: string, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', bytesOf(secret)).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Authenticator app with a new code every 30 seconds (RFC 6238), from the key shown by the site. */
export class Authenticator {
  /** Last code. */
  private last = 0;

  constructor(private readonly secret: string) {}

  /** A code that was not shown before: the server takes each once, and those of the step ahead too. */
  async next(): Promise<string> {
    const now = () => Math.floor(Date.now() / step);
    this.last = Math.max(this.last + 1, now());
    const early = (this.last - 1) * step - Date.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early + 200));
    return codeAt(this.secret, this.last);
  }
}
