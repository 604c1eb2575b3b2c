export type FormEvent = { event: 'complete' | 'cancel' | 'error'; ticket: string };

const events = ['complete', 'cancel', 'error'];

/** Reads a message from the hosted form. Only messages from our own origin are accepted. */
export function readFormMessage(message: MessageEvent, origin = location.origin): FormEvent | null {
  if (message.origin !== origin) return null;
  const data = message.data as { source?: unknown; event?: unknown; ticket?: unknown } | null;
  if (data?.source !== 'suds-payment-form' || !events.includes(String(data.event))) return null;
  return {
    event: data.event as FormEvent['event'],
    ticket: typeof data.ticket === 'string' ? data.ticket : '',
  };
}
