/** Captcha widget. */
export type Prover = {
  /** Element to show when required. */
  element: HTMLElement;
  /** Needs no interaction, so it can start early. */
  worksAlone: boolean;
  /** Resolves when the element is visible and usable. */
  ready: Promise<unknown>;
  /** Token for one request; null if verification failed. */
  verify: () => Promise<string | null>;
  /** Restarts after a token was sent. */
  reset: () => void;
};

/** Called with a ready token, and with null when it expires. */
export type Hears = (token: string | null) => void;
