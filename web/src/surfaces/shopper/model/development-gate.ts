import { tabFlag } from '@/shared/lib/tab-flag';
import { boot } from '@/shared/site/boot';

const opened = tabFlag('development');

/** Whether phones may go on: always in production, elsewhere once somebody has opened the gate in this tab. */
export function isGateOpen(): boolean {
  return !boot().developmentGate || opened.isSet();
}

export const rememberOpenGate = opened.set;
