import { callServer } from './call-server';

type Options = { token?: string; method?: string; key?: string };

const keys = new Map<string, string>();

async function send<T>(
  site: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  method: string,
) {
  const answer = await callServer(`${site}.localhost`, `/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = JSON.parse(answer.body) as { success: boolean; resultData: T };
  if (!envelope.success) throw new Error(`${method} ${path} at ${site}: ${answer.status} ${answer.body}`);
  return envelope.resultData;
}

async function appKey(site: string): Promise<string> {
  const known = keys.get(site);
  if (known) return known;
  const { appKey } = await send<{ appKey: string }>(
    site,
    `/accounts/site-key?subdomain=${site}`,
    undefined,
    {},
    'GET',
  );
  keys.set(site, appKey);
  return appKey;
}

/** API request of a client. Throws on errors. */
export async function callApi<T>(
  site: string,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<T> {
  const headers: Record<string, string> = { 'App-Key': await appKey(site) };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.key) headers['Idempotency-Key'] = options.key;
  return send<T>(site, path, body, headers, options.method ?? (body === undefined ? 'GET' : 'POST'));
}
