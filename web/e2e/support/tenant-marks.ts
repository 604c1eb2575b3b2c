import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment';

/** Manifest fields whose texts belong to one merchant. */
const own = new Set([
  ...['companyName', 'cardName', 'name', 'code', 'headline', 'supportEmail', 'supportPhone', 'phone'],
  ...[
    'address1',
    'address2',
    'arrivalNote',
    'apple',
    'google',
    'supportFaqs',
    'terms',
    'privacyPolicy',
    'WCTerms',
  ],
  ...['storeId', 'apiToken', 'checkoutId', 'resId', 'resKey', 'xLogin', 'transactionKey', 'responseKey'],
  ...['gatewayId', 'password', 'accountId', 'accountToken', 'acceptorId', 'applicationId'],
]);

const coordinates = new Set(['latitude', 'longitude', 'lat', 'lng']);

function collect(value: unknown, field: string, marks: Set<string>) {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, field, marks);
  } else if (typeof value === 'object' && value) {
    for (const [name, item] of Object.entries(value)) collect(item, name, marks);
  } else if (typeof value === 'number') {
    if (coordinates.has(field) && String(value).length > 5) marks.add(String(value));
  } else if (typeof value === 'string' && own.has(field)) {
    // Short names are words that any merchant may use, and short numbers are years and prices.
    const shortest = field === 'name' ? 12 : /^\d+$/.test(value) ? 6 : 4;
    if (value.length >= shortest) marks.add(value);
  }
}

/** The server names pictures by the first 16 bytes of their SHA-256. */
export const pictureHash = (content: Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/**
 * Names, products, codes, phones, streets, coordinates, links, credentials and picture hashes of the merchants in
 * `tenants/`.
 */
export function tenantMarks(): string[] {
  const marks = new Set<string>();
  const tenants = join(repository, 'tenants');
  for (const tenant of readdirSync(tenants)) {
    collect(JSON.parse(readFileSync(join(tenants, tenant, 'site.json'), 'utf8')), '', marks);
    const images = join(tenants, tenant, 'images');
    for (const image of readdirSync(images)) marks.add(pictureHash(readFileSync(join(images, image))));
  }
  return [...marks];
}

const escaped = (mark: string) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds marks in texts. Those of digits alone count only where the number ends. */
export function markFinder(marks: string[]): (text: string) => string[] {
  const numbers = marks.filter((mark) => /^[\d.-]+$/.test(mark));
  const digits = new RegExp(`(?<![\\w.])(?:${numbers.map(escaped).join('|')})(?![\\w])`, 'g');
  const texts = marks.filter((mark) => !numbers.includes(mark));
  return (text) => [...(text.match(digits) ?? []), ...texts.filter((mark) => text.includes(mark))];
}
