import { isEmail } from '@/shared/forms/rules';
import { pause } from '@/shared/lib/pause';
import { isEmailFree } from '../api/sign-up';

const debounce = 400;

/** Checks the addresses typed into a form with the server, after each pause. */
export class EmailCheck {
  /** Addresses in use. */
  readonly taken = new Set<string>();
  #asking = new AbortController();

  /** `tell` is called for an address in use, unless another one was typed in the meantime. */
  async ask(email: string, tell: () => unknown) {
    this.stop();
    const { signal } = this.#asking;
    const address = email.trim().toLowerCase();
    if (!isEmail(address) || this.taken.has(address)) return;
    await pause(debounce, signal);
    if (signal.aborted) return;
    // Without a response, the address isn't rejected: the server decides at sign-up.
    if (await isEmailFree(address).catch(() => true)) return;
    this.taken.add(address);
    if (!signal.aborted) tell();
  }

  /** Ignores pending responses. */
  stop() {
    this.#asking.abort();
    this.#asking = new AbortController();
  }
}
