import { request as dial } from 'node:http';
import { port } from './environment';

export type Answer = { status: number; body: string };

/**
 * The one way in which a test talks to the server past the browser. Only browsers resolve `*.localhost`, so this
 * dials the loopback address and names the site in Host.
 */
export function callServer(host: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = dial({ host: '127.0.0.1', port, path, headers: { Host: `${host}:${port}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end();
  });
}
