import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { callServer } from './call-server';
import { binary, repository } from './environment';
import { stop, untilReady } from './process';

type Demo = {
  port: number;
  dataDir: string;
  captcha: 'none' | 'altcha';
  /** Whether phones show the development notice. */
  gate?: 'on' | 'off';
  /** Of a processor stub outside the server. */
  paystubUrl?: string;
  /** Keys of vendors of maps, and the address of a style. */
  maps?: { google: string; apple: string; style: string };
};

function spawnDemo(
  { port, dataDir, captcha, gate = 'off', paystubUrl, maps }: Demo,
  log: string,
): ChildProcess {
  const out = openSync(log, 'w');
  return spawn(binary, ['serve', '--demo'], {
    cwd: repository,
    stdio: ['ignore', out, out],
    env: {
      ...process.env,
      SUDS_DATA_DIR: dataDir,
      SUDS_LISTEN: `127.0.0.1:${port}`,
      SUDS_CAPTCHA: captcha,
      SUDS_PASSWORD_HASH: 'fast',
      SUDS_DEVELOPMENT_GATE: gate,
      ...(paystubUrl && { SUDS_PAYSTUB_URL: paystubUrl }),
      ...(maps && {
        SUDS_MAP_GOOGLE_KEY: maps.google,
        SUDS_MAP_APPLE_TOKEN: maps.apple,
        SUDS_MAP_STYLE: maps.style,
      }),
    },
  });
}

/** Starts a fresh demo. The answer stops it. */
export async function startDemo(demo: Demo): Promise<() => Promise<void>> {
  rmSync(demo.dataDir, { recursive: true, force: true });
  const log = `${demo.dataDir}.log`;
  const server = spawnDemo(demo, log);
  const isReady = async () => (await callServer('localhost', '/readyz', { port: demo.port })).status === 200;
  if (await untilReady(server, isReady)) return () => stop(server, 'SIGTERM');
  throw new Error(`the server did not become ready:\n${readFileSync(log, 'utf8')}`);
}
