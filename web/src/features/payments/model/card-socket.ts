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

/** The connection over which the server says how storing a card went. */
export class CardSocket {
  readonly socketId: Promise<string>;
  /** Null when the connection ended without a word; the account then knows whether the card is there. */
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
