import { i18n } from '@lingui/core';
import type { TerminalEntry } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

/**
 * Milliseconds without contact after which a terminal counts as offline; terminals call every few minutes.
 */
const patience = 15 * 60_000;

/** Connection status of a terminal. */
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

/** Eight digits in groups of four. */
export function inFours(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
