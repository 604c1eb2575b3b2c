import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { logIn } from './customers';
import { demoOwner, demoTerminalKey } from './people';

/** Has a merchant add a kiosk at the first location of a site; the answer is the code that pairs it. */
export async function pairingCodeFor(site: string, label: string): Promise<string> {
  const { accessToken: token } = await logIn(site, demoOwner(site));
  const body = { label, locationId: 1 };
  const options = { token, key: randomUUID() };
  const added = await callApi<{ pairingCode: string }>(site, '/admin/terminals', body, options);
  return added.pairingCode;
}

type Redemption = { redemptionId: string; state: string };

type Payment = { paymentId: string; state: string };

/** Charges a token as the kiosk of a demo site does, for one thing of this name, and confirms that it has delivered. */
export async function charge(site: string, tempId: string, name: string) {
  const options = { token: demoTerminalKey(site) };
  const terminalTxnId = randomUUID();
  const lines = [{ name, price: 700, taxes: 56 }];
  const asked = { tempId, amount: 756, taxes: 56, lines, terminalTxnId };
  const { paymentId, state } = await callApi<Payment>(site, '/terminal/payments', asked, options);
  if (state !== 'approved') throw new Error(`the payment is ${state}`);
  return callApi<Payment>(site, `/terminal/payments/${paymentId}/confirm`, { terminalTxnId }, options);
}

/** Takes a code as the kiosk of a demo site does: reserves it and confirms. */
export async function redeem(site: string, code: string) {
  const options = { token: demoTerminalKey(site) };
  const terminalTxnId = randomUUID();
  const { redemptionId } = await callApi<Redemption>(
    site,
    '/terminal/redemptions',
    { code, terminalTxnId },
    options,
  );
  const path = `/terminal/redemptions/${redemptionId}/confirm`;
  return callApi<Redemption>(site, path, { terminalTxnId }, options);
}
