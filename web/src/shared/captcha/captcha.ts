import { i18n } from '@lingui/core';
import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';
import type { Prover } from './prover';
import type { VendorWidget } from './vendor';

export type CaptchaHeaders = Record<string, string>;

/** A puzzle, and the vendor whose widget may be shown in its place. */
type Offered = { widget?: VendorWidget };

/** Null where the server asks for no captcha. */
function fetchOffered(): Promise<Offered | null> {
  return unwrap<Offered | null>(parallel.GET('/api/v1/captcha/challenge'));
}

/**
 * The proof that a person is at work: the browser solves a puzzle of the server's, or the site's vendor vouches for it. Where the
 * vendor cannot, the puzzle takes over: it counts at every site. Nothing is loaded before `arm`, and only the question
 * what is wanted where the server wants nothing.
 */
export class Captcha {
  #opening: Promise<Prover | null> | null = null;
  #prover: Prover | null = null;
  #verifying: Promise<string | null> | null = null;
  #token: string | null = null;
  /** The server said that the next request needs one. */
  #due = false;
  /** The vendor was no help here. */
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

  /** The element to show, once it is known that one is needed. */
  readonly widget = () => this.#prover?.element ?? null;

  /** Starts on the proof, so that it is done when the form is. */
  readonly arm = () => {
    void this.#open().then(
      // A proof that lies ready is not thrown away.
      (prover) => this.#token ?? (prover?.worksAlone && this.#verify(prover)),
      // The form says so when it is sent.
      () => undefined,
    );
  };

  /** A proof for one request; null where none is asked for. */
  async token(): Promise<string | null> {
    const prover = await this.#open();
    if (!prover) return null;
    const token = this.#token ?? (await this.#verify(prover));
    // Each counts once.
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
   * Sends with a proof where one is `expected`, and where the server turns out to want one, once more with it. A
   * refusal that announces the captcha for the next time shows it.
   */
  async guard<T>(expected: boolean, send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
    let headers: CaptchaHeaders = {};
    try {
      headers = await this.#headers(expected || this.#due);
      return await send(headers);
    } catch (error) {
      if (!(error instanceof ApiError) || !('captcha' in error.fields)) throw error;
      this.#due = true;
      // The server may have reached no vendor: what is sent again needs none.
      if (error.status === 422 && 'Captcha-Token' in headers) this.#leaveVendor();
      this.arm();
      if (error.status !== 422) throw error;
      return send(await this.#headers(true));
    }
  }

  /** One verification at a time; null if there was none. */
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

  /** The puzzle in place of a vendor's widget, from now on. */
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

  /** Null where the vendor's script does not come. */
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
    // It takes another puzzle by itself.
    return { element, worksAlone: true, ready, verify, reset: () => undefined };
  }

  readonly #hears = (token: string | null) => {
    this.#token = token;
  };
}

/** Sends with a proof where there is no form in which the captcha could be shown. */
export async function unseen<T>(send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
  const captcha = new Captcha(false);
  try {
    return await captcha.guard(true, send);
  } finally {
    captcha.widget()?.remove();
  }
}
