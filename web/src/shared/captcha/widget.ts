import 'altcha/external';
import 'altcha/altcha.css';
import { i18n } from '@lingui/core';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

const algorithm = 'PBKDF2/SHA-256';

/** Challenge for the widget, fetched by our client so that requests have a single path. */
export type PuzzleSource = () => Promise<unknown>;

function words(): Record<string, string> {
  return {
    label: i18n._("I'm not a robot"),
    error: i18n._('Verification failed. Try again.'),
    expired: i18n._('Verification expired. Try again.'),
    loading: i18n._('Loading…'),
    verificationRequired: i18n._("Confirm that you're human."),
    verified: i18n._('Verified'),
    verifying: i18n._('Verifying…'),
    waitAlert: i18n._('Verifying. Please wait.'),
  };
}

async function answer(source: PuzzleSource): Promise<Response> {
  return new Response(JSON.stringify(await source()), { headers: { 'Content-Type': 'application/json' } });
}

/** Widget, not yet in the page. It emits `load` when it is and can then verify. */
export function createWidget(source: PuzzleSource, seen: boolean): HTMLElementTagNameMap['altcha-widget'] {
  const { $altcha } = globalThis;
  $altcha.algorithms.set(algorithm, () => new Pbkdf2Worker());
  $altcha.i18n.set(i18n.locale, { ...$altcha.i18n.get('en'), ...words() });
  $altcha.defaults.set({
    language: i18n.locale,
    hideFooter: true,
    hideLogo: true,
    // Don't collect how a person moves the mouse.
    humanInteractionSignature: false,
  });
  const widget = document.createElement('altcha-widget');
  if (!seen) widget.setAttribute('display', 'invisible');
  const configure = () => widget.configure({ challenge: '/', fetch: () => answer(source) });
  widget.addEventListener('load', configure, { once: true });
  return widget;
}
