import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { logIn } from './customers';
import { demoOwner } from './people';

/** Has a merchant add a kiosk at the first location of a site; the answer is the code that pairs it. */
export async function pairingCodeFor(site: string, label: string): Promise<string> {
  const { accessToken: token } = await logIn(site, demoOwner(site));
  const body = { label, locationId: 1 };
  const options = { token, key: randomUUID() };
  const added = await callApi<{ pairingCode: string }>(site, '/admin/terminals', body, options);
  return added.pairingCode;
}
