import { tabStorage } from '../lib/storage';
import { forceScheme } from '../theme/scheme';
import { point } from './pointing';
import type { PreviewDraft, PreviewPointing, PreviewReady } from './protocol';

const hex = /^#[0-9a-f]{6}$/i;

type Told = PreviewDraft | PreviewPointing;

const isTold = (data: unknown, kind: Told['kind']) => (data as { kind?: unknown } | null)?.kind === kind;
const isDraft = (data: unknown): data is PreviewDraft => isTold(data, 'suds:preview-draft');
const isPointing = (data: unknown): data is PreviewPointing => isTold(data, 'suds:preview-pointing');

/** `brandToneDark` becomes the custom property `--brand-tone-dark`. */
function property(tone: string): string {
  return `--${tone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Applies a draft in place of the published config. */
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
 * Requests the draft from the surrounding back office and starts with it. Each later draft reloads the page
 * in place, so that everything reflects it, including routes and languages. Accepts messages from this site
 * only.
 */
export function takeDraft(): Promise<void> {
  // The frame shares the tab's storage with the back office. Ignore a mode chosen there and use the frame's
  // width.
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
