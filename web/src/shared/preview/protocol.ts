import type { components } from '../api/api.gen';

/** Name of the frame in which the back office shows the shop as a draft of its config would make it. A name outlives the ways and reloads in a frame. */
export const previewFrame = 'suds-preview';

/** What the frame asks for when it starts. */
export type PreviewReady = { kind: 'suds:preview-ready' };

/** What it is given: then, and whenever the draft has changed. */
export type PreviewDraft = {
  kind: 'suds:preview-draft';
  siteConfig: Record<string, unknown>;
  tones: components['schemas']['Tones'];
  scheme: 'light' | 'dark';
};

/** Whether whoever clicks in the frame chooses what is to be edited, instead of using the shop. */
export type PreviewPointing = { kind: 'suds:preview-pointing'; on: boolean };

/** What was chosen, as a path of the config: `carousel.0.headline`. */
export type PreviewChosen = { kind: 'suds:preview-chosen'; path: string };

/** Whether this page stands in the frame of the back office. */
export function isPreview(): boolean {
  return window.name === previewFrame && window.parent !== window;
}
