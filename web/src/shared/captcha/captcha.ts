import { i18n } from '@lingui/core';
import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';
import type { Prover } from './prover';
import type { VendorWidget } from './vendor';

export type CaptchaHeaders = Record<string, string>;

/** Puzzle, and a provider widget that can replace it. */
type Offered = { widget?: VendorWidget };

/** Null if the server uses no captcha. */
function fetchOffered(): Promise<Offered | null> {
  return unwrap<Offered | null>(parallel.GET('/api/v1/captcha/challenge'));
}

/**
 * Captcha: the browser solves the server's puzzle, or the site's provider verifies the person. If the
 * provider fails, the puzzle takes over, which every site accepts. Before `arm`, nothing is loaded.
 */
export class Captcha {
  #opening: Promise<Prover | null> | null = null;
  #prover: Prover | null = null;
  #verifying: Promise<string | null> | null = null;
  #token: string | null = null;
  /** Whether the server requires a captcha for the next request. */
  #due = false;
  /** Whether the provider has failed here. */
  #withoutVendor = false;
  readonly #seen: boolean;
  readonly #listeners = new Set<() => void>();

  /** `seen` is false without a visible form; then the non-interactive puzzle is used. */
  constructor(seen = true) {
    this.#seen = seen;
    this.#withoutVendor = !seen;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Element to show if a captcha is required. */
  readonly widget = () => this.#prover?.element ?? null;

  /** Starts solving early, so that it is done when the form is. */
  readonly arm = () => {
    void this.#open().then(
      // Keep a solution that is ready.
      (prover) => this.#token ?? (prover?.worksAlone && this.#verify(prover)),
      // The form reports the error when it is sent.
      () => undefined,
    );
  };

  /** Token for one request; null if none is required. */
  async token(): Promise<string | null> {
    const prover = await this.#open();
    if (!prover) return null;
    const token = this.#token ?? (await this.#verify(prover));
    // Each token is valid once.
    this.#token = null;
    if (token) {
      prover.reset();
      return token;
    }
    // The provider has failed in the meantime.
    if (prover !== (await this.#open())) return this.token();
    const why = prover.worksAlone
      ? i18n._('Verification failed. Try again.')
      : i18n._("Confirm that you're human.");
    throw new ApiError(why, { status: 0 });
  }

  /**
   * Sends with a token if `expected`; if the server requires one, sends again with it. An error that
   * announces a captcha for the next time shows it.
   */
  async guard<T>(expected: boolean, send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
    let headers: CaptchaHeaders = {};
    try {
      headers = await this.#headers(expected || this.#due);
      return await send(headers);
    } catch (error) {
      if (!(error instanceof ApiError) || !('captcha' in error.fields)) throw error;
      this.#due = true;
      // The server may not have reached the provider, so the retry uses the puzzle.
      if (error.status === 422 && 'Captcha-Token' in headers) this.#leaveVendor();
      this.arm();
      if (error.status !== 422) throw error;
      return send(await this.#headers(true));
    }
  }

  /** One verification at a time. Null without a verification. */
  #verify(prover: Prover): Promise<string | null> {
    this.#verifying ??= prover.verify().finally(() => {
      this.#verifying = null;
    });
    return this.#verifying;
  }

  async #headers(wanted: boolean): Promise<CaptchaHeaders> {
    const token = wanted ? await this.token() : null;
    return token ? { 'Captcha-Token': token } : {};
  }

  #open(): Promise<Prover | null> {
    this.#opening ??= this.#load().catch((error) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Replaces the provider's widget with the puzzle. */
  #leaveVendor() {
    if (this.#withoutVendor) return;
    this.#withoutVendor = true;
    if (!this.#prover || this.#prover.worksAlone) return;
    this.#opening = null;
    this.#verifying = null;
    this.#token = null;
  }

  async #load(): Promise<Prover | null> {
    const offered = await fetchOffered();
    if (!offered) return null;
    const { widget, ...puzzle } = offered;
    const prover = (widget && (await this.#vendor(widget))) ?? (await this.#puzzle(puzzle));
    this.#prover = prover;
    if (!this.#seen) document.body.append(prover.element);
    for (const listener of this.#listeners) listener();
    await prover.ready;
    return prover;
  }

  /** Null if the provider's script can't be loaded. */
  async #vendor(widget: VendorWidget): Promise<Prover | null> {
    if (this.#withoutVendor) return null;
    try {
      const { openVendor } = await import('./vendor');
      return await openVendor(widget, {
        hears: this.#hears,
        fails: () => {
          this.#leaveVendor();
          this.arm();
        },
      });
    } catch {
      this.#withoutVendor = true;
      return null;
    }
  }

  async #puzzle(first: object): Promise<Prover> {
    const { createWidget } = await import('./widget');
    let given: object | null = first;
    const source = async () => {
      const puzzle = given ?? (await fetchOffered());
      given = null;
      return puzzle;
    };
    const element = createWidget(source, this.#seen);
    const ready = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    element.addEventListener('verified', (event) => {
      this.#hears((event as CustomEvent<{ payload: string }>).detail.payload);
    });
    element.addEventListener('expired', () => this.#hears(null));
    const verify = async () => (await element.verify())?.payload ?? null;
    // It requests the next puzzle by itself.
    return { element, worksAlone: true, ready, verify, reset: () => undefined };
  }

  readonly #hears = (token: string | null) => {
    this.#token = token;
  };
}

/** Sends with a token when there is no form for the captcha. */
export async function unseen<T>(send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
  const captcha = new Captcha(false);
  try {
    return await captcha.guard(true, send);
  } finally {
    captcha.widget()?.remove();
  }
}
