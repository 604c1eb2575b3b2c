import { i18n } from '@lingui/core';
import { ApiError } from '../api/api-error';

const failedStyles = new Set<HTMLLinkElement>();

/** The bundler treats a failed style sheet as loaded, so track failures for retries. */
export function noteFailedStyles() {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // These events don't bubble.
  addEventListener('error', note, { capture: true });
}

function fetchAgain(failed: HTMLLinkElement): Promise<unknown> {
  const again = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', reject);
    failed.replaceWith(again);
    failedStyles.delete(failed);
  });
}

/** Timeout for loading code, in milliseconds. */
const patience = 120_000;

const late = () => new Promise<never>((_, reject) => setTimeout(reject, patience));

/** If the device is online, report the failure: the server may have another build. */
function failure(cause: unknown, load: unknown): string {
  const id = /([\w-]+)-[\w-]{8}\.(?:js|css)/.exec(`${cause} ${load}`)?.[1];
  if (navigator.onLine && id) return i18n._('Loading chunk {id} failed', { id });
  return i18n._('The Internet connection appears to be offline.');
}

/** Loads code that is needed now. Failures are reported like those of any request. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    // Those that fail again may belong to other code.
    await Promise.allSettled([...failedStyles].map(fetchAgain));
    return await Promise.race([load(), late()]);
  } catch (cause) {
    throw new ApiError(failure(cause, load), { status: 0 }, { cause });
  }
}
