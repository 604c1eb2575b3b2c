/** Server-sent event. */
export type ServerEvent = { name: string; data: string };

/**
 * Reads server-sent events from a stream (HTML, 9.2.6). `EventSource` can't send the authorization header.
 * Comments, which keep the connection open, are ignored.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let rest = '';
  let event: { name: string; data: string[] } = { name: 'message', data: [] };
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string };
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (event.data.length > 0) yield { name: event.name, data: event.data.join('\n') };
        event = { name: 'message', data: [] };
        continue;
      }
      const [, field = '', text = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'event') event.name = text;
      if (field === 'data') event.data.push(text);
    }
  }
}
