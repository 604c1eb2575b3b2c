import { i18n } from '@lingui/core';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import { dialogs } from './dialogs';
import { atRest, useLayer } from './layers';

type Unsaved = Set<string>;

/** Unsaved input on the whole page. */
const everywhere: Unsaved = new Set();

/** Unsaved state of the surrounding layer; undefined without a layer. */
export const LeavingScope = createContext<Unsaved | null>(null);

export function hasUnsaved(): boolean {
  return everywhere.size > 0;
}

const hold = (event: BeforeUnloadEvent) => event.preventDefault();

/** While `unsaved`, asks before the layer, the page or the app is left. */
export function useUnsaved(unsaved: boolean) {
  const id = useId();
  const layer = useContext(LeavingScope);
  useEffect(() => {
    if (!unsaved) return undefined;
    everywhere.add(id);
    layer?.add(id);
    addEventListener('beforeunload', hold);
    return () => {
      everywhere.delete(id);
      layer?.delete(id);
      if (!hasUnsaved()) removeEventListener('beforeunload', hold);
    };
  }, [unsaved, id, layer]);
}

async function ask(): Promise<boolean> {
  // While a canceled navigation settles, the history has no place for a dialog.
  await atRest();
  return dialogs.confirm({
    kind: 'warning',
    title: i18n._('Leave without saving?'),
    text: i18n._('Your changes will be lost.'),
    yes: i18n._('Leave'),
    no: i18n._('Stay'),
  });
}

let asked: Promise<boolean> | null = null;

/** Asks once, even if several exits are triggered at the same time. */
export function mayLose(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null;
  });
  return asked;
}

type Options = {
  open?: boolean;
  /** Must stay open. */
  busy?: boolean;
};

/**
 * Layer that may contain a form. `close` asks if input would be lost; pass `scope` to a `LeavingScope` around
 * it.
 */
export function useLeaving(leave: () => void, { open = true, busy = false }: Options = {}) {
  const [scope] = useState<Unsaved>(() => new Set());
  const close = () => {
    if (busy) return false;
    if (scope.size === 0) {
      leave();
      return true;
    }
    void mayLose().then((sure) => sure && leave());
    return false;
  };
  useLayer(close, open);
  return { close, scope };
}
