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

/** Whether this page stands in the frame of the back office. */
export function isPreview(): boolean {
  return window.name === previewFrame && window.parent !== window;
}
