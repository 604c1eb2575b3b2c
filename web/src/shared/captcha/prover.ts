/** What a visitor proves to be a person with. */
export type Prover = {
  /** To show, once it is wanted. */
  element: HTMLElement;
  /** It needs nobody: it may begin before it is asked. */
  worksAlone: boolean;
  /** Resolves once the element, being shown, can be used. */
  ready: Promise<unknown>;
  /** A proof for one request; null where none came of it. */
  verify: () => Promise<string | null>;
  /** Begins anew, after a proof was sent. */
  reset: () => void;
};

/** Hears of a proof that lies ready, and of one that has expired. */
export type Hears = (token: string | null) => void;
