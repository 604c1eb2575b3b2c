import { useEffect, useEffectEvent } from 'react';
import { pause } from '../lib/pause';

/** Closes what lies over the page; false where it has to stay, because money is on its way. */
type Close = () => unknown;

/** What of the router matters here. */
type Router = {
  readonly state: {
    readonly location: { readonly key: string };
    readonly navigation: { readonly state: string };
  };
  subscribe: (listener: () => void) => unknown;
};

type Entry = { idx?: number; key?: string; layer?: number } | null;

/** What closes and opens in one breath, as one question after another does, shares an entry. */
const breath = 50;

/** Milliseconds that a move of ours may take, and between two looks at it. */
const longestMove = 1000;
const step = 10;

let layers: { close: Close }[] = [];
let router: Router | null = null;
/** The page whose entry the history stands at, and how many entries of layers lie over it. */
let page = '';
let height = 0;
/** Entries are being taken away by us, not by the customer. */
let leaving = false;
/** The page is about to go: a move within it would call that off. */
let unloading = false;

const entry = () => history.state as Entry;
const pageOf = (at: Entry) => `${at?.idx}:${at?.key}`;
const heightOf = (at: Entry) => at?.layer ?? 0;

/** Whether the history stands at the page that the router shows. Between the two lies a move, done or called off. */
const atPage = (at: Entry) => !router || (at?.key ?? 'default') === router.state.location.key;

/** Gives every layer an entry of its own, and takes away those that no layer needs any more. */
function align() {
  // An entry on top of another page's would cut off the way back to this one.
  if (!router || !atPage(entry())) return;
  while (heightOf(entry()) < layers.length) {
    history.pushState({ ...entry(), layer: heightOf(entry()) + 1 }, '');
  }
  height = heightOf(entry());
  unloading = false;
  if (height > layers.length) setTimeout(takeAway, breath);
}

function takeAway() {
  // On the way to another page its entry comes to lie on top; those below are stepped over on the way back.
  if (leaving || unloading || router?.state.navigation.state !== 'idle') return;
  const spare = heightOf(entry()) - layers.length;
  if (spare <= 0) return;
  leaving = true;
  history.go(-spare);
}

function closeDownTo(count: number) {
  for (const layer of layers.slice(count).reverse()) {
    if (layer.close() !== false) layers = layers.filter((other) => other !== layer);
  }
}

function onMove(event: PopStateEvent) {
  if (!router) return;
  const own = leaving;
  const before = height;
  leaving = false;
  height = heightOf(entry());
  if (pageOf(entry()) !== page) {
    page = pageOf(entry());
    closeDownTo(0);
    align();
    return;
  }
  // Within a page the router has nothing to do.
  event.stopImmediatePropagation();
  if (!own && height < before && height >= layers.length) {
    // The entry of something that has closed meanwhile: the customer wants to go further.
    history.back();
    return;
  }
  if (!own) closeDownTo(height);
  align();
}

/**
 * From here on 'back' closes what is on top: each layer is an entry of the history, of which the router knows
 * nothing. To be called before there is a router, so as to hear of a move first; the answer wants to know the router.
 */
export function closeByBack(): (of: Router) => void {
  addEventListener('popstate', onMove);
  addEventListener('beforeunload', () => {
    unloading = true;
  });
  return (of) => {
    router = of;
    page = pageOf(entry());
    router.subscribe(() => {
      page = pageOf(entry());
      align();
    });
    // After a reload nothing lies over the page any more.
    align();
  };
}

/** Resolves once page and layers stand where the history does; a move may have to be undone first. */
export async function atRest(): Promise<void> {
  const isAtRest = () => !router || (atPage(entry()) && heightOf(entry()) === layers.length);
  for (let waited = 0; !isAtRest() && waited < longestMove; waited += step) await pause(step);
}

/** Puts something over the page. The answer takes it away. */
function openLayer(close: Close): () => void {
  const layer = { close };
  layers = [...layers, layer];
  align();
  return () => {
    layers = layers.filter((other) => other !== layer);
    align();
  };
}

/** For dialogs, menus and forms alike: while `open`, 'back' closes this and nothing else. */
export function useLayer(close: Close, open = true) {
  const closeNow = useEffectEvent(close);
  useEffect(() => (open ? openLayer(() => closeNow()) : undefined), [open]);
}
