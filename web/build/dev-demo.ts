import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ViteDevServer } from 'vite';

const repository = resolve(import.meta.dirname, '../..');
const binary = join(repository, 'target/dev-opt/suds');
const log = 'target/dev.log';

/** Folders whose files are compiled into the server. */
const compiled = ['platform', 'tenant-runtime', 'tenant-runtime/paystub', 'control-plane'].flatMap((crate) =>
  ['src', 'migrations', 'languages', 'templates'].map((folder) => join(repository, crate, folder)),
);

/** Demo that runs next to Vite. */
export type Demo = { port: number; dataDir: string };

type Credential = { site?: string; role: string; email?: string; password?: string; url?: string };

const pause = (milliseconds: number) => new Promise((soon) => setTimeout(soon, milliseconds));

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}

async function ready(port: number, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await pause(100);
  }
  return false;
}

function build(): Promise<boolean> {
  const args = ['build', '--profile', 'dev-opt', '--workspace', '--bins'];
  const cargo = spawn('cargo', args, { cwd: repository, stdio: 'inherit' });
  return new Promise((done) => cargo.once('exit', (code) => done(code === 0)));
}

/** Prints the addresses and logins. */
function introduce(port: number, dataDir: string) {
  const file = join(dataDir, 'demo-credentials.json');
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credential[]) : [];
  const logIns = all.filter(({ email, role }) => email && role !== 'terminal');
  const lines = logIns.map(({ site, role, email, password }) => {
    const address = `http://${site ?? 'console'}.localhost:${port}${role === 'owner' ? '/mmtpo' : ''}`;
    return `  ${address.padEnd(44)} ${role.padEnd(9)} ${email}  ${password}`;
  });
  const site = all.find((credential) => credential.site)?.site ?? 'sparkle';
  const head = [
    `${`  http://localhost:${port}`.padEnd(46)} all sites`,
    `${`  http://localhost:${port}/mail`.padEnd(46)} captured emails`,
    `${`  http://${site}.localhost:${port}/dev/kit`.padEnd(46)} components`,
    `${`  ${log}`.padEnd(46)} server log`,
  ];
  process.stdout.write(`\n${[...head, ...lines].join('\n')}\n\n`);
}

/**
 * Starts the demo, and rebuilds and restarts it when a compiled-in file is saved. Stops Vite if the demo
 * can't start, such as in a data directory with a production site.
 */
export function runDemo(server: ViteDevServer): Demo {
  const outer = server.config.server.port ?? 8080;
  const dataDir = resolve(repository, process.env.SUDS_DATA_DIR ?? 'data');
  const demo = { port: outer + 1, dataDir };
  const env = {
    ...process.env,
    SUDS_DATA_DIR: dataDir,
    SUDS_LISTEN: `127.0.0.1:${demo.port}`,
    SUDS_ORIGIN: `http://{site}.localhost:${outer}`,
  };
  const output = openSync(join(repository, log), 'w');
  const startOne = () =>
    spawn(binary, ['serve', '--demo'], { cwd: repository, stdio: ['ignore', output, 'inherit'], env });
  let child = startOne();
  // Vite restarts its server when its configuration is saved. The demo restarts with it.
  const stopped = server.close;
  server.close = async () => {
    child.kill('SIGTERM');
    await exited(child);
    await stopped();
  };
  const begin = async () => {
    if (await ready(demo.port, child)) return introduce(outer, dataDir);
    // Stopped by a signal, and not by itself.
    if (child.signalCode !== null || child.exitCode === 0) return;
    await stopped();
    process.exit(1);
  };
  void begin();

  let saved = false;
  let building = false;
  const restart = async () => {
    if (building) return;
    building = true;
    while (saved) {
      saved = false;
      await pause(200);
      if (!(await build())) continue;
      child.kill('SIGTERM');
      await exited(child);
      child = startOne();
      if (await ready(demo.port, child)) server.ws.send({ type: 'full-reload' });
    }
    building = false;
  };
  server.watcher.add(compiled.filter((folder) => existsSync(folder)));
  server.watcher.on('all', (_, path) => {
    if (!compiled.some((folder) => path.startsWith(folder))) return;
    saved = true;
    void restart();
  });
  for (const signal of ['exit', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      child.kill('SIGTERM');
      if (signal !== 'exit') process.exit(0);
    });
  return demo;
}
