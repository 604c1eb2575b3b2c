import { tabFlag } from '@/shared/lib/tab-flag';
import { isPreview } from '@/shared/preview/protocol';
import { boot } from '@/shared/site/boot';

const opened = tabFlag('development');

/** Whether phones may go on: always in production and in the back office's preview, elsewhere once somebody has opened the gate in this tab. */
export function isGateOpen(): boolean {
  return !boot().developmentGate || opened.isSet() || isPreview();
}

export const rememberOpenGate = opened.set;
