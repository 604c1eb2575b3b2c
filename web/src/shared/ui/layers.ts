import { useEffect, useEffectEvent } from 'react';
import { pause } from '../lib/pause';

/** Closes a layer; returns false if it must stay, because a payment is in progress. */
type Close = () => unknown;

/** Parts of the router used here. */
type Router = {
  readonly state: {
    readonly location: { readonly key: string };
    readonly navigation: { readonly state: string };
  };
  subscribe: (listener: () => void) => unknown;
};

type Entry = { idx?: number; key?: string; layer?: number } | null;

/**
 * Milliseconds in which a closing and an opening layer share a history entry, such as consecutive dialogs.
 */
const breath = 50;

/** Maximum milliseconds for our own navigation, and between two checks. */
const longestMove = 1000;
const step = 10;

let layers: { close: Close }[] = [];
let router: Router | null = null;
/** Page of the current history entry, and the number of layer entries above it. */
let page = '';
let height = 0;
/** We are removing entries, not the customer. */
let leaving = false;
/** The page is unloading: navigation would cancel that. */
let unloading = false;

const entry = () => history.state as Entry;
const pageOf = (at: Entry) => `${at?.idx}:${at?.key}`;
const heightOf = (at: Entry) => at?.layer ?? 0;

/** Whether the history is at the page the router shows. They differ during navigation. */
const atPage = (at: Entry) => !router || (at?.key ?? 'default') === router.state.location.key;

/** Matches the history entries to the open layers. */
function align() {
  // An entry on top of another page's would block the way back to this one.
  if (!router || !atPage(entry())) return;
  while (heightOf(entry()) < layers.length) {
    history.pushState({ ...entry(), layer: heightOf(entry()) + 1 }, '');
  }
  height = heightOf(entry());
  unloading = false;
  if (height > layers.length) setTimeout(takeAway, breath);
}

function takeAway() {
  // When navigating away, its entry ends up on top; those below are skipped on the way back.
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
  // Within a page, the router isn't involved.
  event.stopImmediatePropagation();
  if (!own && height < before && height >= layers.length) {
    // Skip the entry of a layer that has closed in the meantime.
    history.back();
    return;
  }
  if (!own) closeDownTo(height);
  align();
}

/**
 * Makes 'back' close the top layer: each layer has a history entry the router doesn't know. Call it before
 * creating the router, to see navigation first; pass the router to the returned function.
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
    // After a reload, no layers are open.
    align();
  };
}

/** Resolves when page and layers match the history; navigation may have to be undone first. */
export async function atRest(): Promise<void> {
  const isAtRest = () => !router || (atPage(entry()) && heightOf(entry()) === layers.length);
  for (let waited = 0; !isAtRest() && waited < longestMove; waited += step) await pause(step);
}

/** Opens a layer above the page. The returned function closes it. */
function openLayer(close: Close): () => void {
  const layer = { close };
  layers = [...layers, layer];
  align();
  return () => {
    layers = layers.filter((other) => other !== layer);
    align();
  };
}

/** For dialogs, menus and forms: while `open`, 'back' only closes this layer. */
export function useLayer(close: Close, open = true) {
  const closeNow = useEffectEvent(close);
  useEffect(() => (open ? openLayer(() => closeNow()) : undefined), [open]);
}
