import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import { type Demo, runDemo } from './dev-demo.ts';
import { mailPage } from './dev-mail.ts';

/** Paths that Vite serves itself: modules of ours and of libraries, and its own client. */
const ofVite = /^\/(?:@|src\/|dev\/kit\.|dev\/pseudo-|node_modules\/)/;

/** Page of the shared components in their states. */
const kitPath = /^\/dev\/kit(?:\?|$)/;

/** Takes the place of the service worker that `scripts/run` installed at the same address: it would serve the previous build. */
const noWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));`;

/** A page of a build, with the entry's source in place of the built scripts and styles. */
export function withSource(html: string, entry = '/src/main.tsx'): string {
  return html
    .replace(/<link\b[^>]*\brel="(?:modulepreload|preload|stylesheet)"[^>]*\bhref="\/v\/[^>]*>/g, '')
    .replace(/<link\b[^>]*\bhref="\/v\/[^"]*"[^>]*\brel="(?:modulepreload|preload|stylesheet)"[^>]*>/g, '')
    .replace(
      /<script\b[^>]*\bsrc="\/v\/[^"]*"[^>]*><\/script>/,
      `<script type="module" src="${entry}"></script>`,
    );
}

/** Passes a call on to the demo, under the host that was asked for. */
function passOn(
  demo: Demo,
  call: IncomingMessage,
  take: (answer: IncomingMessage) => void,
  fail: () => void,
) {
  const { method, url: path, headers } = call;
  const options = { host: '127.0.0.1', port: demo.port, method, path, headers };
  const passed = httpRequest(options, take).on('error', fail);
  call.pipe(passed);
}

async function text(answer: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of answer.setEncoding('utf8')) body += part;
  return body;
}

/** Responds with a page of the demo for its site that runs the source. */
async function answerPage(server: ViteDevServer, answer: IncomingMessage, out: ServerResponse, url: string) {
  const html = await server.transformIndexHtml(
    url,
    withSource(await text(answer), kitPath.test(url) ? '/dev/kit.tsx' : '/src/main.tsx'),
  );
  // The policy of a published page admits neither inline scripts nor Vite's socket, and lengths and encodings have changed.
  const left = new Set(['content-security-policy', 'content-length', 'content-encoding', 'etag']);
  const headers = Object.entries(answer.headers).filter(([name]) => !left.has(name));
  out.writeHead(answer.statusCode ?? 200, { ...Object.fromEntries(headers), 'cache-control': 'no-store' });
  out.end(html);
}

/**
 * Serves every surface of every site of a running demo from the source: pages, calls and sockets come from the demo under the same
 * host, modules from Vite. `scripts/dev` starts it.
 */
export function devServer(): Plugin {
  return {
    name: 'suds-dev-server',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview && !process.env.VITEST,
    configResolved({ logger }) {
      const { warnOnce } = logger;
      // Vite's own handling of CSS modules causes it.
      const known = /did not pass the `from` option to `postcss\.parse`/;
      logger.warnOnce = (message, options) => {
        if (!known.test(message)) warnOnce(message, options);
      };
    },
    configureServer(server) {
      const demo = runDemo(server);
      server.middlewares.use((call, out, next) => {
        const url = call.url ?? '/';
        if (ofVite.test(url)) return next();
        if (url === '/service-worker.js')
          return out
            .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
            .end(noWorker);
        const bare = /^localhost(?::|$)/.test(call.headers.host ?? '');
        if (bare && url === '/mail') return void mailPage(demo.dataDir).then((page) => out.end(page), next);
        const isPage = call.method === 'GET' && (call.headers.accept ?? '').includes('text/html');
        if (isPage) delete call.headers['accept-encoding'];
        // The kit wears the theme of the site, so it starts from the site's home page.
        if (isPage && kitPath.test(url)) call.url = '/';
        const unavailable = () =>
          out.writeHead(503, { 'retry-after': '1' }).end('The server is being built or restarted.');
        passOn(
          demo,
          call,
          (answer) => {
            const type = answer.headers['content-type'] ?? '';
            if (
              isPage &&
              type.startsWith('text/html') &&
              /^localhost|\./.test(call.headers.host ?? '') &&
              !bare
            )
              return void answerPage(server, answer, out, url).catch(next);
            out.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(out);
          },
          unavailable,
        );
      });
      server.httpServer?.on('upgrade', (call: IncomingMessage, socket, head) => {
        if (call.headers['sec-websocket-protocol']?.startsWith('vite')) return;
        const { url: path, headers } = call;
        const passed = httpRequest({ host: '127.0.0.1', port: demo.port, path, headers });
        passed.on('upgrade', (answer, other, rest) => {
          const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
          if (rest.length > 0) socket.write(rest);
          if (head.length > 0) other.write(head);
          socket.pipe(other).pipe(socket);
        });
        passed.on('error', () => socket.destroy()).end();
      });
    },
  };
}
