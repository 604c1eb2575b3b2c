import type { ChildProcess } from 'node:child_process';

const patience = 120_000;

/** Waits until a server of ours can be talked to; a server that never can is an error. */
export async function untilReady(server: ChildProcess, isReady: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patience;
  while (server.exitCode === null && Date.now() < end) {
    if (await isReady().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop(server, 'SIGTERM');
  return false;
}

export async function stop(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await gone;
}
