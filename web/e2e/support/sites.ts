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

/** Makes a site of a folder beside those of the demo. */
export function createSite(subdomain: string, environment: string, from: string) {
  const account = createAccount(dataDir, subdomain);
  const where = ['--subdomain', subdomain, '--environment', environment, '--from', from];
  suds(dataDir, ['site', 'create', '--account', account, ...where]);
}

/** Takes a site in from an archive, at an installation of its own that is gone afterwards; answers its subdomain there. */
export function importElsewhere(archive: string, passphrase: string): unknown {
  const elsewhere = mkdtempSync(join(tmpdir(), 'suds-import-'));
  try {
    const account = createAccount(elsewhere, 'Elsewhere');
    const taken = ['site', 'import', archive, '--account', account];
    return suds(elsewhere, taken, { SUDS_PASSPHRASE: passphrase }).subdomain;
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
}
