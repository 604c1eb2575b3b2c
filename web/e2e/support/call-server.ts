import { request as dial } from 'node:http';
import { port } from './environment';

export type Answer = { status: number; body: string };

type Call = { method?: string; headers?: Record<string, string>; body?: string; port?: number };

/**
 * Calls the server without a browser. Only browsers resolve `*.localhost`, so this uses the loopback address
 * and names the site in the Host header.
 */
export function callServer(host: string, path: string, call: Call = {}): Promise<Answer> {
  const at = call.port ?? port;
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port: at, path, method: call.method ?? 'GET' };
    const headers = { ...call.headers, Host: `${host}:${at}` };
    const sent = dial({ ...target, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end(call.body);
  });
}
