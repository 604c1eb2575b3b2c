import { tabFlag } from '@/shared/lib/tab-flag';
import { isPreview } from '@/shared/preview/protocol';
import { boot } from '@/shared/site/boot';

const opened = tabFlag('development');

/**
 * Whether phones may use the app: always in production and in previews, otherwise once the gate was opened in
 * this tab.
 */
export function isGateOpen(): boolean {
  return !boot().developmentGate || opened.isSet() || isPreview();
}

export const rememberOpenGate = opened.set;
