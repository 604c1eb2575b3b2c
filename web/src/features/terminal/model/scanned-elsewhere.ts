import { held } from '@/shared/lib/held';

/** Number scanned on another page, for the page that redeems codes; null for none. */
export const scannedElsewhere = held<string | null>(null);
