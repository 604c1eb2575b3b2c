import { useEffect } from 'react';
import { tabStorage } from '@/shared/lib/storage';
import { reloadApp } from '@/shared/surface/reload-app';
import { useUpdate } from '@/shared/surface/update';
import { useIsUndisturbed } from '@/shared/ui/undisturbed';

/** Milliseconds without input after which the kiosk counts as idle. */
const quiet = 60_000;

/**
 * Milliseconds before another update attempt: until the server serves the new version, the kiosk keeps the
 * old one.
 */
const patience = 3_600_000;

const tried = 'suds:kiosk-renewed';

const wasTried = () => Math.abs(Date.now() - Number(tabStorage.read(tried) ?? Number.NaN)) < patience;

/** Updates the app automatically, but only while the kiosk is idle. */
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
        // Don't interrupt a customer who arrives during the request.
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
