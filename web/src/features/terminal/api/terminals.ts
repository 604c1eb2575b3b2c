import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { AddedTerminal, TerminalEntry } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

const limit = 200;

/** All terminals, because a site has few. */
async function everyTerminal(signal: AbortSignal): Promise<TerminalEntry[]> {
  const all: TerminalEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit, ...(cursor && { cursor }) };
    const page = await unwrap(parallel.GET('/api/v1/admin/terminals', { params: { query }, signal }));
    all.push(...page.items);
    cursor = page.nextCursor ?? null;
  }
  return all;
}

export const terminalsQuery = () =>
  queryOptions({
    queryKey: staffKeys.terminals(),
    queryFn: ({ signal }) => everyTerminal(signal),
    staleTime: 10_000,
  });

const changed = (client: QueryClient) => client.invalidateQueries({ queryKey: staffKeys.terminals() });
const press = pressKey('terminal');

export const addTerminal = mutationOptions({
  mutationFn: (body: AddedTerminal) =>
    sendOnce(press, body, (key) =>
      unwrap(
        serial.POST('/api/v1/admin/terminals', { body, params: { header: { 'Idempotency-Key': key } } }),
      ),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Creates a new pairing code for a terminal. The previous one stops working. */
export const issuePairingCode = mutationOptions({
  mutationFn: (terminalId: string) =>
    unwrap(
      serial.POST('/api/v1/admin/terminals/{terminalId}/pairing-code', { params: { path: { terminalId } } }),
    ),
});

export const removeTerminal = mutationOptions({
  mutationFn: (terminalId: string) =>
    unwrap(serial.DELETE('/api/v1/admin/terminals/{terminalId}', { params: { path: { terminalId } } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});
