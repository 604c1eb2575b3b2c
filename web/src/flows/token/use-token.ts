import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { makeToken, type TokenType } from '@/features/temp-tokens/api/temp-token';
import type { HeldToken } from '@/features/temp-tokens/model/held-token';
import { saidOr } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';

/** Creates a token; shows an error and returns null if that fails. */
export async function makeOrTell(type: TokenType): Promise<HeldToken | null> {
  try {
    return await makeToken(type);
  } catch (error) {
    await dialogs.error({
      title: i18n._('Unable to Generate Token'),
      text: saidOr(error, i18n._('Sorry, something went wrong. Please try again.')),
    });
    return null;
  }
}

/** Token on a screen, with a function to renew it. Without `first`, one is created immediately. */
export function useToken(type: TokenType, first: HeldToken | null) {
  const [token, setToken] = useState(first);
  const [busy, setBusy] = useState(!first);
  async function make() {
    setBusy(true);
    const made = await makeOrTell(type);
    setBusy(false);
    // The current token is shown until it expires.
    if (made) setToken(made);
  }
  const asked = useRef(first !== null);
  const makeFirst = useEffectEvent(make);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void makeFirst();
  }, []);
  return { token, busy, make };
}
