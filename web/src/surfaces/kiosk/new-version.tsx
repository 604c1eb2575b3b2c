import { useEffect } from 'react';
import { tabStorage } from '@/shared/lib/storage';
import { reloadApp } from '@/shared/surface/reload-app';
import { useUpdate } from '@/shared/surface/update';
import { useIsUndisturbed } from '@/shared/ui/undisturbed';

/** Milliseconds without a touch or a key after which nobody is at the kiosk. */
const quiet = 60_000;

/** Milliseconds until a version is tried again: where the server still gives the old one, the kiosk goes on with that. */
const patience = 3_600_000;

const tried = 'suds:kiosk-renewed';

const wasTried = () => Math.abs(Date.now() - Number(tabStorage.read(tried) ?? Number.NaN)) < patience;

/** Takes another version of the app by itself, but never from under somebody who is at the kiosk. */
export function NewVersion() {
  const { version } = useUpdate();
  const due = !useIsUndisturbed() && version !== null;
  useEffect(() => {
    if (!due) return;
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      const mine = setTimeout(async () => {
        // Who comes while the server is asked is not sent away.
        const stillQuiet = () => timer === mine && !signal.aborted;
        if (!wasTried() && (await reloadApp(stillQuiet))) return tabStorage.write(tried, String(Date.now()));
        if (stillQuiet()) wait();
      }, quiet);
      timer = mine;
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, wait, { signal, capture: true });
    wait();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [due]);
  return null;
}
