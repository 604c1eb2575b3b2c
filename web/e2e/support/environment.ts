import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const port = Number(process.env.SUDS_E2E_PORT ?? 8099);
export const repository = resolve(import.meta.dirname, '../../..');
/** The profile that the server was built with. */
const built = join(repository, 'target', process.env.SUDS_E2E_PROFILE ?? 'dev-opt');
export const binary = join(built, 'suds');
export const paystubBinary = join(built, 'paystub');

/** One directory per port, so that parallel runs don't collide. Recreated by the setup. */
export const dataDir = join(tmpdir(), `suds-e2e-${port}`);

export function origin(site: string): string {
  return `http://${site}.localhost:${port}`;
}
