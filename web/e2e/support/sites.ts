import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, dataDir } from './environment';

function suds(at: string, words: string[], env: Record<string, string> = {}): Record<string, unknown> {
  const told = execFileSync(binary, [...words, '--json', '--data-dir', at], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return JSON.parse(told) as Record<string, unknown>;
}

const createAccount = (at: string, company: string) =>
  String(suds(at, ['account', 'create', '--company', company]).id);

/** Creates a site from a folder, in addition to the demo's. */
export function createSite(subdomain: string, environment: string, from: string) {
  const account = createAccount(dataDir, subdomain);
  const where = ['--subdomain', subdomain, '--environment', environment, '--from', from];
  suds(dataDir, ['site', 'create', '--account', account, ...where]);
}

/** The code that pairs a new kiosk at the first location of a site. */
export function pairingCode(subdomain: string): string {
  const words = ['terminal', 'pair', '--site', subdomain, '--location', '1', '--label', 'Bay'];
  return String(suds(dataDir, words).pairingCode);
}

/** Folder with the files of a site of the demo. */
export const siteFolder = (subdomain: string) =>
  join(dataDir, 'sites', String(suds(dataDir, ['site', 'show', subdomain]).id));

/** Backs a site of the demo up and restores that backup: what an operator does at the command line. */
export function restoreBackup(subdomain: string) {
  suds(dataDir, ['site', 'backup', subdomain]);
  suds(dataDir, ['site', 'restore', subdomain, '--latest', '--yes']);
}

/** Deletes a site of the demo for good, and imports it again from an archive. */
export async function importAgain(subdomain: string, archive: string, passphrase: string) {
  const { accountId } = suds(dataDir, ['site', 'show', subdomain]);
  suds(dataDir, ['site', 'delete', subdomain, '--confirm', subdomain, '--grace', '0']);
  const isThere = () => JSON.stringify(suds(dataDir, ['site', 'list'])).includes(`"${subdomain}"`);
  // The running server removes it with its next sweep.
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 500));
  const words = ['site', 'import', archive, '--account', String(accountId), '--yes'];
  suds(dataDir, words, { SUDS_PASSPHRASE: passphrase });
}

/** Imports a site from an archive into a temporary installation; returns its subdomain there. */
export function importElsewhere(archive: string, passphrase: string): unknown {
  const elsewhere = mkdtempSync(join(tmpdir(), 'suds-import-'));
  try {
    const account = createAccount(elsewhere, 'Elsewhere');
    const taken = ['site', 'import', archive, '--account', account, '--yes'];
    return suds(elsewhere, taken, { SUDS_PASSPHRASE: passphrase }).subdomain;
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
}

/** Creates a site that starts from a kind of business, with an invited owner. */
export function createSiteFromTemplate(subdomain: string, company: string, template: string, owner: string) {
  const account = createAccount(dataDir, company);
  const where = ['--subdomain', subdomain, '--environment', 'demo', '--template', template, '--owner', owner];
  suds(dataDir, ['site', 'create', '--account', account, ...where]);
}
