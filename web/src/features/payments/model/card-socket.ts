import { tellLanguage } from '@/shared/i18n/tell-language';

export type CardOutcome = { success: boolean; errorMessage?: string | undefined };

type Message = { socketId?: string; success?: boolean; errorMessage?: string | null };

const patience = 10_000;

function parse(data: unknown): Message {
  try {
    return JSON.parse(String(data)) as Message;
  } catch {
    return {};
  }
}

/** WebSocket on which the server reports the outcome of a card form. */
export class CardSocket {
  readonly socketId: Promise<string>;
  /** Null if the connection ended without a message; then check the account for the card. */
  readonly outcome: Promise<CardOutcome | null>;
  readonly #socket: WebSocket;

  constructor() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    tellLanguage();
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/payments/socket`);
    this.#socket = socket;
    let told: (outcome: CardOutcome | null) => void;
    this.outcome = new Promise((resolve) => {
      told = resolve;
    });
    this.socketId = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the card socket did not answer')), patience);
      socket.addEventListener('message', (event) => {
        const message = parse(event.data);
        if (message.socketId) {
          clearTimeout(late);
          resolve(message.socketId);
        }
        if (typeof message.success === 'boolean') {
          told({ success: message.success, errorMessage: message.errorMessage ?? undefined });
        }
      });
      socket.addEventListener('close', () => {
        clearTimeout(late);
        reject(new Error('the card socket closed'));
        told(null);
      });
    });
    // The flow awaits the ID; later rejections can be ignored.
    this.socketId.catch(() => undefined);
  }

  close() {
    this.#socket.close();
  }
}
