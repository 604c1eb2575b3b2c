import { held } from '@/shared/lib/held';

/** Milliseconds the server's clock is ahead of this device's. */
const ahead = held(0);

export function setServerTime(now: string) {
  const at = Date.parse(now);
  if (Number.isFinite(at)) ahead.write(at - Date.now());
}

/** Server time in milliseconds, because a kiosk's clock may be wrong. */
export const serverNow = () => Date.now() + ahead.read();
