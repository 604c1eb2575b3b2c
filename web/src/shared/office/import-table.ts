import type { components } from '../api/api.gen';
import { sendFile } from '../api/send-file';

export type ImportReport = components['schemas']['ImportReport'];
export type TableBrought = { file: File; dryRun: boolean };

/** Most bytes of a table. */
const mostOfTable = 4 * 2 ** 20;

/** Brings a table of a list, or only says what would come of it. */
export function importTable(
  list: 'products' | 'locations' | 'deals' | 'promo-codes',
  { file, dryRun }: TableBrought,
): Promise<ImportReport> {
  return sendFile<ImportReport>(`/api/v1/admin/${list}/import?dryRun=${dryRun}`, file, { most: mostOfTable });
}
