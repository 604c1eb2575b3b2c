import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from './environment';

export type Person = { firstName: string; lastName: string; email: string; password: string; phone: string };

/** Somebody nobody knows yet. */
export function stranger(phone = '6025550142'): Person {
  const email = `ada.${randomBytes(5).toString('hex')}@example.com`;
  return { firstName: 'Ada', lastName: "O'Neil", email, password: 'Foam&Rinse7', phone };
}

type Credential = { site?: string; role: string; email?: string; password?: string };

/** The customer that every demo site comes with: confirmed, with a card on file. */
export function demoCustomer(site: string, at = dataDir): { email: string; password: string } {
  const all = JSON.parse(readFileSync(join(at, 'demo-credentials.json'), 'utf8')) as Credential[];
  const found = all.find((row) => row.site === site && row.role === 'customer');
  if (!found?.email || !found.password) throw new Error(`no demo customer at ${site}`);
  return { email: found.email, password: found.password };
}
