import type { components } from '../api/api.gen';
import { sendFile } from '../api/send-file';

export type ImportReport = components['schemas']['ImportReport'];
export type TableBrought = { file: File; dryRun: boolean };

/** Maximum size of a CSV file in bytes. */
const mostOfTable = 4 * 2 ** 20;

/** Imports a CSV file, or does a dry run. */
export function importTable(
  list: 'products' | 'locations' | 'deals' | 'promo-codes',
  { file, dryRun }: TableBrought,
): Promise<ImportReport> {
  return sendFile<ImportReport>(`/api/v1/admin/${list}/import?dryRun=${dryRun}`, file, { most: mostOfTable });
}
