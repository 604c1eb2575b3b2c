import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { demoTerminalKey } from './people';

type Redemption = { redemptionId: string; state: string };

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
