import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { callServer } from './call-server';
import { binary, repository } from './environment';

const patience = 30_000;

type Demo = {
  port: number;
  dataDir: string;
  captcha: 'none' | 'altcha';
  /** Whether phones are told that this is a development build. */
  gate?: 'on' | 'off';
};

function spawnDemo({ port, dataDir, captcha, gate = 'off' }: Demo, log: string): ChildProcess {
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
    },
  });
}

/** Starts a fresh demo. The answer stops it. */
export async function startDemo(demo: Demo): Promise<() => Promise<void>> {
  rmSync(demo.dataDir, { recursive: true, force: true });
  const log = `${demo.dataDir}.log`;
  const server = spawnDemo(demo, log);
  const end = Date.now() + patience;
  while (server.exitCode === null && Date.now() < end) {
    const answer = await callServer('localhost', '/readyz', { port: demo.port }).catch(() => null);
    if (answer?.status === 200) return () => stop(server);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop(server);
  throw new Error(`the server did not become ready:\n${readFileSync(log, 'utf8')}`);
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}
