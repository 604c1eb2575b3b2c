import { boot } from '@/shared/site/boot';

const key = 'suds:development';

/** Whether phones may go on: always in production, elsewhere once somebody has opened the gate in this tab. */
export function isGateOpen(): boolean {
  if (!boot().developmentGate) return true;
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberOpenGate() {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Where storage is refused it is open as long as the page.
  }
}
