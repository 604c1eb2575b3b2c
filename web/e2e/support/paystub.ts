import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { callServer } from './call-server';
import { paystubBinary } from './environment';
import { stop, untilReady } from './process';

type Paystub = { port: number; log: string; fresh?: boolean };

/** Starts the processor stub as a separate process. The result stops it; its cards persist. */
export async function startPaystub({ port, log, fresh = false }: Paystub): Promise<() => Promise<void>> {
  if (fresh) rmSync(log, { force: true });
  const stub = spawn(paystubBinary, ['--listen', `127.0.0.1:${port}`, '--log', log], { stdio: 'ignore' });
  const ready = await untilReady(stub, async () => (await callServer('localhost', '/', { port })).status > 0);
  if (!ready) throw new Error('the processor stub did not start');
  return () => stop(stub, 'SIGINT');
}
