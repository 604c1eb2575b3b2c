import { execFileSync } from 'node:child_process';
import { binary, dataDir } from './environment';

function suds(...words: string[]): { id: string } {
  const told = execFileSync(binary, [...words, '--json', '--data-dir', dataDir], { encoding: 'utf8' });
  return JSON.parse(told) as { id: string };
}

/** Makes a site of a folder beside those of the demo. */
export function createSite(subdomain: string, environment: string, from: string) {
  const { id } = suds('account', 'create', '--company', subdomain);
  const where = ['--subdomain', subdomain, '--environment', environment, '--from', from];
  suds('site', 'create', '--account', id, ...where);
}
