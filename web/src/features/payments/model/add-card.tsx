import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { HostedForm } from '@/shared/api/types';
import { unseen } from '@/shared/captcha/captcha';
import { show } from '@/shared/ui/dialog-stack';
import { dialogs } from '@/shared/ui/dialogs';
import { cardStored, fetchHostedForm, fetchReceipt, paymentQuery } from '../api/payment';
import { CardDialog } from '../components/card-dialog';
import { type CardOutcome, CardSocket } from './card-socket';
import type { FormEvent } from './form-messages';

type Needs = {
  queries: QueryClient;
  /** Tells the customer to confirm their email first. */
  showVerifyEmail: () => Promise<unknown>;
};

type Attempt = { stored: true } | { stored: false; failure?: string };

async function unableToConnect(): Promise<Attempt> {
  await dialogs.error({
    title: i18n._('Unable to Connect'),
    text: i18n._('Unable to add a card at this time, please try again later.'),
  });
  return { stored: false };
}

/** The form is complete once the server reports the outcome. */
async function told(socket: CardSocket): Promise<FormEvent> {
  const outcome = await socket.outcome;
  return outcome ? { event: 'complete', ticket: '' } : new Promise(() => undefined);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

const outcomePatience = 30_000;

/**
 * The relay's response and the socket's message race; the message decides. If the socket stays silent, the
 * account does.
 */
async function outcomeOf(socket: CardSocket, ask: () => Promise<void>, needs: Needs): Promise<CardOutcome> {
  let refusal: string | undefined;
  await ask().catch((error) => {
    refusal = error instanceof ApiError ? error.message : undefined;
  });
  // After a rejection, the socket rarely sends more.
  const told = await Promise.race([socket.outcome, after(refusal === undefined ? outcomePatience : 1500)]);
  if (told) return told;
  const now = needs.queries.fetchQuery({ ...paymentQuery(), staleTime: 0 });
  const success = await now.then(
    ({ onFile }) => onFile,
    () => false,
  );
  return { success, errorMessage: refusal };
}

async function attempt(socket: CardSocket, needs: Needs): Promise<Attempt> {
  let socketId: string;
  try {
    socketId = await socket.socketId;
  } catch {
    return unableToConnect();
  }
  let form: HostedForm;
  try {
    form = await unseen((headers) => fetchHostedForm(socketId, headers));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'email_unconfirmed') await needs.showVerifyEmail();
    else await dialogs.error({ title: i18n._('Error'), text: errorText(error) });
    return { stored: false };
  }
  const failed = i18n._('An Error has occurred whilst adding your card.');
  async function conclude(said: FormEvent): Promise<Attempt> {
    if (said.event === 'cancel') return { stored: false };
    if (said.event === 'error') return { stored: false, failure: failed };
    const ticket = said.ticket || form.setupData.ticket || '';
    const ask = () => (form.processor === 'moneris' ? fetchReceipt(ticket, socketId) : Promise.resolve());
    const outcome = await outcomeOf(socket, ask, needs);
    return outcome.success ? { stored: true } : { stored: false, failure: outcome.errorMessage || failed };
  }
  return show<Attempt>(
    (settle) => <CardDialog form={form} told={told(socket)} conclude={conclude} settle={settle} />,
    // The result is checked on any page.
    { none: { stored: false }, stays: true },
  );
}

/**
 * Adds a card through the processor's form: socket, setup, form, outcome. Repeats on request. True when a
 * card is stored. Throws if the customer cancels after a failure.
 */
export async function addCard(needs: Needs): Promise<boolean> {
  for (;;) {
    const socket = new CardSocket();
    let result: Attempt;
    try {
      result = await attempt(socket, needs);
    } finally {
      socket.close();
    }
    if (result.stored) {
      await cardStored(needs.queries);
      return true;
    }
    if (!result.failure) return false;
    await dialogs.error({ title: i18n._('Error'), text: result.failure });
    const again = await dialogs.confirm({
      kind: 'error',
      title: i18n._('An Error has occurred'),
      text: i18n._('Would you like to try again?'),
    });
    if (!again) throw new Error(i18n._('Failed to tokenize Card'));
  }
}
