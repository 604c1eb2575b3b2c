import { i18n } from '@lingui/core';
import type { TerminalEntry } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

/** Milliseconds after its last call after which a terminal counts as silent: it calls at least every few minutes. */
const patience = 15 * 60_000;

/** Whether a terminal is paired, and still calls. */
export function stateOfTerminal(
  { isPaired, lastSeenAt }: Pick<TerminalEntry, 'isPaired' | 'lastSeenAt'>,
  now: number,
): { label: string; mood: Mood } {
  if (!isPaired) return { label: i18n._('Not paired'), mood: 'busy' };
  if (!lastSeenAt) return { label: i18n._('Paired'), mood: 'told' };
  return now - Date.parse(lastSeenAt) < patience
    ? { label: i18n._('Online'), mood: 'good' }
    : { label: i18n._('Offline'), mood: 'bad' };
}

/** Eight digits as they are read out. */
export function inFours(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
