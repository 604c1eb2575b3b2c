import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callServer } from './call-server';
import { binary, dataDir, port, repository } from './environment';

const patience = 30_000;
const log = `${dataDir}.log`;

function start(): ChildProcess {
  const out = openSync(log, 'w');
  return spawn(binary, ['serve', '--demo'], {
    cwd: repository,
    stdio: ['ignore', out, out],
    env: {
      ...process.env,
      SUDS_DATA_DIR: dataDir,
      SUDS_LISTEN: `127.0.0.1:${port}`,
      SUDS_CAPTCHA: 'none',
      SUDS_PASSWORD_HASH: 'fast',
    },
  });
}

async function untilReady(server: ChildProcess) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (server.exitCode !== null) break;
    const answer = await callServer('localhost', '/readyz').catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not become ready:\n${readFileSync(log, 'utf8')}`);
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

/** Starts a fresh demo; when all tests are done its books are checked. */
export default async function setUp() {
  for (const needed of [binary, join(repository, 'web/dist/build.json')]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: build it first`);
  }
  rmSync(dataDir, { recursive: true, force: true });
  const server = start();
  await untilReady(server);
  return async () => {
    await stop(server);
    execFileSync(binary, ['site', 'check', '--all', '--data-dir', dataDir], {
      cwd: repository,
      stdio: 'inherit',
    });
  };
}
