import { unwrap } from '@/shared/api/client';
import { underLock } from '@/shared/lib/lock';
import { keepKey, pairing } from '../model/pairing';
import { keepOnlyOf } from '../model/untold';
import { terminal } from './client';

/** Exchanges the eight-digit pairing code for a key and stores it. */
export async function pair(pairingCode: string): Promise<void> {
  const paired = await unwrap(terminal.POST('/api/v1/terminal/pair', { body: { pairingCode } }));
  keepOnlyOf(paired.terminalId);
  keepKey(paired);
}

/** Milliseconds until a key is rotated. */
const keyLife = 24 * 60 * 60 * 1000;

/** Rotates a key after a day of use. If the response is lost, the old key still works for another attempt. */
export function replaceOldKey(): Promise<void> {
  return underLock('terminal-key', async () => {
    const paired = pairing.read();
    if (!paired || Date.now() - paired.keptAt < keyLife) return;
    keepKey(await unwrap(terminal.PUT('/api/v1/terminal/key')));
  });
}
