import { unwrap } from '@/shared/api/client';
import { underLock } from '@/shared/lib/lock';
import { keepKey, pairing } from '../model/pairing';
import { keepOnlyOf } from '../model/untold';
import { terminal } from './client';

/** Trades the eight digits that the merchant gave for a key, and keeps it. */
export async function pair(pairingCode: string): Promise<void> {
  const paired = await unwrap(terminal.POST('/api/v1/terminal/pair', { body: { pairingCode } }));
  keepOnlyOf(paired.terminalId);
  keepKey(paired);
}

/** Milliseconds for which a key is used. */
const keyLife = 24 * 60 * 60 * 1000;

/** Replaces a key that has been used for a day. Where the answer is lost the old one works on, and asks again. */
export function replaceOldKey(): Promise<void> {
  return underLock('terminal-key', async () => {
    const paired = pairing.read();
    if (!paired || Date.now() - paired.keptAt < keyLife) return;
    keepKey(await unwrap(terminal.PUT('/api/v1/terminal/key')));
  });
}
