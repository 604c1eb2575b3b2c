import { identity, onSession } from '../api/session';

/** What of the router matters here. */
type Router = {
  readonly state: { readonly navigation: { readonly state: string } };
  subscribe: (listener: () => void) => () => void;
  revalidate: () => Promise<void>;
};

/** Whoever looks at a page may change while it is open, also in another tab: then access to it is decided anew. */
export function followSession(router: Router): () => void {
  let known = identity();
  const look = () => {
    if (identity() === known || router.state.navigation.state !== 'idle') return;
    known = identity();
    void router.revalidate();
  };
  // During a move it waits for the end of it.
  const stops = [onSession(look), router.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
