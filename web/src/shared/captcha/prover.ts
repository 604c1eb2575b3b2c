/** Captcha widget. */
export type Prover = {
  /** To show, once it is wanted. */
  element: HTMLElement;
  /** Needs no interaction, so it can start early. */
  worksAlone: boolean;
  /** Resolves once the element, being shown, can be used. */
  ready: Promise<unknown>;
  /** A proof for one request; null where none came of it. */
  verify: () => Promise<string | null>;
  /** Restarts after a token was sent. */
  reset: () => void;
};

/** Hears of a proof that lies ready, and of one that has expired. */
export type Hears = (token: string | null) => void;
