import type { WholeConfig } from '@/features/site/api/site-config';
import { stored } from '@/shared/lib/stored';

/** Unsaved draft with the config it was based on. */
export type KeptDraft = { base: WholeConfig; edited: WholeConfig; at: string };

function isConfig(value: unknown): value is WholeConfig {
  return typeof value === 'object' && value !== null && 'revision' in value && 'brand' in value;
}

/** Stored on this device while editing, so that a crash or closed tab loses nothing. */
export const keptDraft = stored('config-draft', (value): KeptDraft | null => {
  const { base, edited, at } = (value ?? {}) as Partial<KeptDraft>;
  return isConfig(base) && isConfig(edited) && typeof at === 'string' ? { base, edited, at } : null;
});
