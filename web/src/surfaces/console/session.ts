import { useSyncExternalStore } from 'react';
import { held } from '@/shared/lib/held';
import { tabStorage } from '@/shared/lib/storage';
import { stored, text } from '@/shared/lib/stored';

/** Stored on the device and shared by all tabs, if the person chose to be remembered. */
const remembered = stored('console-session', text);
const nameInTab = 'suds:console-session';
/** Changes with this tab's storage, which has no events. */
const times = held(0);

/** Token of the logged-in person; null if logged out. */
export function currentToken(): string | null {
  return tabStorage.read(nameInTab) ?? remembered.read();
}

function forgetInTab() {
  tabStorage.remove(nameInTab);
  times.write(times.read() + 1);
}

/** Stores a token for this tab, or on this device. */
export function keepToken(token: string, remember: boolean) {
  if (remember) {
    forgetInTab();
    remembered.write(token);
  } else {
    tabStorage.write(nameInTab, token);
    times.write(times.read() + 1);
  }
}

/** Removes a rejected token. A newer one is kept. */
export function forgetToken(refused: string) {
  if (remembered.read() === refused) remembered.remove();
  if (tabStorage.read(nameInTab) === refused) forgetInTab();
}

export function onToken(listener: () => void): () => void {
  const stops = [remembered.listen(listener), times.listen(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useToken(): string | null {
  return useSyncExternalStore(onToken, currentToken);
}
