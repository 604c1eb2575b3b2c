import { held } from '@/shared/lib/held';

/** Milliseconds by which the server's clock is ahead of this device's. */
const ahead = held(0);

export function setServerTime(now: string) {
  const at = Date.parse(now);
  if (Number.isFinite(at)) ahead.write(at - Date.now());
}

/** The server's time, in milliseconds: a kiosk's own clock may be anything. */
export const serverNow = () => Date.now() + ahead.read();
