import { expect, it } from 'vitest';
import { eventsOf, type ServerEvent } from './events';

async function read(parts: string[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

it('parses events across chunks', async () => {
  const events = await read(['event: prog', 'ress\ndata: {"a":', '1}\n', '\n:\n\ndata: x\ndata: y\r\n\r\n']);
  expect(events).toEqual([
    { name: 'progress', data: '{"a":1}' },
    { name: 'message', data: 'x\ny' },
  ]);
});

it('ignores incomplete events', async () => {
  expect(await read(['event: progress\ndata: {}\n'])).toEqual([]);
});
