import { identity, onSession } from '../api/session';

/** Parts of the router used here. */
type Router = {
  readonly state: { readonly navigation: { readonly state: string } };
  subscribe: (listener: () => void) => () => void;
  revalidate: () => Promise<void>;
};

/** The person can change while a page is open, also in another tab. Access is then decided again. */
export function followSession(router: Router): () => void {
  let known = identity();
  const look = () => {
    if (identity() === known || router.state.navigation.state !== 'idle') return;
    known = identity();
    void router.revalidate();
  };
  // During navigation, wait for its end.
  const stops = [onSession(look), router.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
