import type { components } from '../api/api.gen';

/**
 * Name of the frame in which the back office previews a draft. Frame names survive navigation and reloads.
 */
export const previewFrame = 'suds-preview';

/** Message from the frame when it starts. */
export type PreviewReady = { kind: 'suds:preview-ready' };

/** Draft for the frame, sent at the start and after each change. */
export type PreviewDraft = {
  kind: 'suds:preview-draft';
  siteConfig: Record<string, unknown>;
  tones: components['schemas']['Tones'];
  scheme: 'light' | 'dark';
};

/** Whether clicks in the frame select an element to edit instead of using the shop. */
export type PreviewPointing = { kind: 'suds:preview-pointing'; on: boolean };

/** Selected element, as a config path such as `carousel.0.headline`. */
export type PreviewChosen = { kind: 'suds:preview-chosen'; path: string };

/** Whether this page runs in the preview frame of the back office. */
export function isPreview(): boolean {
  return window.name === previewFrame && window.parent !== window;
}
