import { tabStorage } from '../lib/storage';
import { forceScheme } from '../theme/scheme';
import { point } from './pointing';
import type { PreviewDraft, PreviewPointing, PreviewReady } from './protocol';

const hex = /^#[0-9a-f]{6}$/i;

type Told = PreviewDraft | PreviewPointing;

const isTold = (data: unknown, kind: Told['kind']) => (data as { kind?: unknown } | null)?.kind === kind;
const isDraft = (data: unknown): data is PreviewDraft => isTold(data, 'suds:preview-draft');
const isPointing = (data: unknown): data is PreviewPointing => isTold(data, 'suds:preview-pointing');

/** `brandToneDark` is the custom property `--brand-tone-dark`. */
function property(tone: string): string {
  return `--${tone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Puts the draft where the server put the config in force. */
function apply({ siteConfig, tones, scheme }: PreviewDraft) {
  const element = document.getElementById('suds-boot');
  const boot = JSON.parse(element?.textContent ?? '{}') as object;
  if (element) element.textContent = JSON.stringify({ ...boot, siteConfig });
  for (const [tone, colour] of Object.entries(tones)) {
    if (hex.test(colour)) document.documentElement.style.setProperty(property(tone), colour);
  }
  forceScheme(scheme);
}

/**
 * Asks the back office around this frame for its draft, and starts with it. With each later draft the page begins anew where
 * it is, so that every part of it, routes and languages too, is as it will be. Only this very site is listened to.
 */
export function takeDraft(): Promise<void> {
  // The frame is of one tab with the back office: whoever has looked at the app there is shown what its width asks for all the same.
  tabStorage.remove('suds:mobile');
  return new Promise((resolve) => {
    let started = false;
    addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== window.parent) return;
      if (isPointing(data)) point(data.on);
      if (!isDraft(data)) return;
      if (started) return location.reload();
      started = true;
      apply(data);
      resolve();
    });
    const ready: PreviewReady = { kind: 'suds:preview-ready' };
    window.parent.postMessage(ready, location.origin);
  });
}
