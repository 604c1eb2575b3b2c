import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ada } from '../../src/shared/testing/ada';
import { dataDir } from './environment';

/** Sign-up data of a person. */
export type Person = typeof ada & { email: string };

/** Sites whose customers aren't from Phoenix. */
const local: Record<string, Partial<Person>> = {
  tidal: { cellPhoneNumber: '6045550142', zipPostalCode: 'V6H 3S1' },
  foamco: { zipPostalCode: 'H2T 1S6' },
  northstar: { zipPostalCode: 'LS1 4DT' },
};

/** Person unknown to a site. */
export function stranger(site = 'sparkle'): Person {
  return { ...ada, ...local[site], email: `ada.${randomBytes(5).toString('hex')}@example.com` };
}

type Credential = {
  site?: string;
  role: string;
  environment?: string;
  email?: string;
  password?: string;
  terminalKey?: string;
};

function credential(site: string, role: string, at: string): Credential {
  const all = JSON.parse(readFileSync(join(at, 'demo-credentials.json'), 'utf8')) as Credential[];
  const found = all.find((row) => row.site === site && row.role === role);
  if (!found) throw new Error(`no demo ${role} at ${site}`);
  return found;
}

function logInOf(site: string, role: string, at: string): { email: string; password: string } {
  const { email, password } = credential(site, role, at);
  if (!email || !password) throw new Error(`the demo ${role} at ${site} has no log-in`);
  return { email, password };
}

/** The customer that every demo site comes with: confirmed, with a card on file. */
export const demoCustomer = (site: string, at = dataDir) => logInOf(site, 'customer', at);

/** The merchant of a demo site. */
export const demoOwner = (site: string, at = dataDir) => logInOf(site, 'owner', at);

/** The key of the terminal that every demo site comes with. */
export function demoTerminalKey(site: string, at = dataDir): string {
  const { terminalKey } = credential(site, 'terminal', at);
  if (!terminalKey) throw new Error(`the demo terminal at ${site} has no key`);
  return terminalKey;
}

/** The owner among the provider's staff of an environment. */
export function demoStaff(environment: string, at = dataDir): { email: string; password: string } {
  const all = JSON.parse(readFileSync(join(at, 'demo-credentials.json'), 'utf8')) as Credential[];
  const found = all.find((row) => row.role === 'staff' && row.environment === environment);
  if (!found?.email || !found.password) throw new Error(`no demo staff of ${environment}`);
  return { email: found.email, password: found.password };
}
