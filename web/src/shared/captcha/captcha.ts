import { i18n } from '@lingui/core';
import { ApiError } from '../api/api-error';
import { parallel, unwrap } from '../api/client';

type Widget = HTMLElementTagNameMap['altcha-widget'];
export type CaptchaHeaders = Record<string, string>;

/** Null where the server asks for no captcha. */
function fetchPuzzle(): Promise<unknown> {
  return unwrap<unknown>(parallel.GET('/api/v1/captcha/challenge'));
}

/**
 * The proof that a person is at work: the browser solves a puzzle of the server's, nobody else is asked. Nothing is
 * loaded before `arm`, and only the question whether there is a puzzle where the server wants none.
 */
export class Captcha {
  #opening: Promise<Widget | null> | null = null;
  #widget: Widget | null = null;
  #verifying: Promise<string | null> | null = null;
  #token: string | null = null;
  /** The server said that the next request needs one. */
  #due = false;
  readonly #seen: boolean;
  readonly #listeners = new Set<() => void>();

  /** `seen` is false where there is no form to show it in. */
  constructor(seen = true) {
    this.#seen = seen;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The element to show, once it is known that one is needed. */
  readonly widget = () => this.#widget;

  /** Starts on the puzzle, so that it is done when the form is. */
  readonly arm = () => {
    void this.#open().then(
      // A solution that lies ready is not thrown away.
      (widget) => this.#token ?? (widget && this.#verify(widget)),
      // The form says so when it is sent.
      () => undefined,
    );
  };

  /** A solution for one request; null where none is asked for. */
  async token(): Promise<string | null> {
    const widget = await this.#open();
    if (!widget) return null;
    const token = this.#token ?? (await this.#verify(widget));
    // Each solution counts once.
    this.#token = null;
    if (token) return token;
    throw new ApiError(i18n._('Verification failed. Please try again.'), { status: 0 });
  }

  /**
   * Sends with a solution where one is `expected`, and where the server turns out to want one, once more with it. A
   * refusal that announces the captcha for the next time shows it.
   */
  async guard<T>(expected: boolean, send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
    try {
      return await send(await this.#headers(expected || this.#due));
    } catch (error) {
      if (!(error instanceof ApiError) || !('captcha' in error.fields)) throw error;
      this.#due = true;
      this.arm();
      if (error.status !== 422) throw error;
      return send(await this.#headers(true));
    }
  }

  /** One puzzle at a time; null when it could not be solved. */
  #verify(widget: Widget): Promise<string | null> {
    this.#verifying ??= widget
      .verify()
      .then((result) => result?.payload ?? null)
      .finally(() => {
        this.#verifying = null;
      });
    return this.#verifying;
  }

  async #headers(wanted: boolean): Promise<CaptchaHeaders> {
    const token = wanted ? await this.token() : null;
    return token ? { 'Captcha-Token': token } : {};
  }

  #open(): Promise<Widget | null> {
    this.#opening ??= this.#load().catch((error) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #load(): Promise<Widget | null> {
    let first: unknown = await fetchPuzzle();
    if (first === null) return null;
    const { createWidget } = await import('./widget');
    const source = async () => {
      const puzzle = first ?? (await fetchPuzzle());
      first = null;
      return puzzle;
    };
    const widget = createWidget(source, this.#seen);
    const loaded = new Promise((resolve) => widget.addEventListener('load', resolve, { once: true }));
    widget.addEventListener('verified', (event) => {
      this.#token = (event as CustomEvent<{ payload: string }>).detail.payload;
    });
    widget.addEventListener('expired', () => {
      this.#token = null;
    });
    this.#widget = widget;
    if (!this.#seen) document.body.append(widget);
    for (const listener of this.#listeners) listener();
    await loaded;
    return widget;
  }
}

/** Sends with a solution where there is no form in which the captcha could be shown. */
export async function unseen<T>(send: (headers: CaptchaHeaders) => Promise<T>): Promise<T> {
  const captcha = new Captcha(false);
  try {
    return await captcha.guard(true, send);
  } finally {
    captcha.widget()?.remove();
  }
}
