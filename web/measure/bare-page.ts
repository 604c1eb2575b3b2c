import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { precompress } from '../build/precompress.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

type Bare = { url: string; scriptBytes: number; stop: () => Promise<void> };

/** Builds a page of React and the component library alone, in the versions of the client, and serves it as the server serves the client's. */
export async function serveBarePage(): Promise<Bare> {
  const outDir = join(tmpdir(), `suds-bare-${process.pid}`);
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'bare'),
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  if (!('output' in built)) throw new Error('one build is expected');
  const files = new Map<string, Buffer>();
  let scriptBytes = 0;
  for (const { fileName } of built.output) {
    const ending = fileName === 'index.html' ? '' : '.br';
    const content = await readFile(join(outDir, `${fileName}${ending}`));
    files.set(fileName === 'index.html' ? '/' : `/${fileName}`, content);
    if (fileName.endsWith('.js')) scriptBytes += content.length;
  }
  await rm(outDir, { recursive: true });
  const server = createServer(({ url = '/' }, response) => {
    const content = files.get(url);
    if (!content) return response.writeHead(404).end();
    const type = types[extname(url)] ?? types['.html'];
    return response
      .writeHead(200, { 'Content-Type': type, ...(url !== '/' && { 'Content-Encoding': 'br' }) })
      .end(content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    scriptBytes,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
