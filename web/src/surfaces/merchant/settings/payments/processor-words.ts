import { i18n } from '@lingui/core';
import type { LeftAccount, ProcessorPreview, TestedProcessor } from '@/features/payments/api/processor';

type Result = TestedProcessor['result'];
type Said = { title: string; text: string };
type Tested = Said & { severity: 'success' | 'info' | 'error' };

function resultWords(result: Result): Said {
  const words: Record<Result, Said> = {
    works: {
      title: i18n._('Credentials are valid'),
      text: i18n._('Nothing was saved or charged.'),
    },
    refused: {
      title: i18n._('Invalid credentials'),
      text: i18n._('Compare them with the ones from your processor. Nothing was saved.'),
    },
    unreachable: {
      title: i18n._("Couldn't reach the processor"),
      text: i18n._('Try again in a moment. Nothing was saved.'),
    },
    not_told: {
      title: i18n._('Card form loaded'),
      text: i18n._(
        'This processor checks credentials only when a card is entered. Add your own card to test them.',
      ),
    },
  };
  return words[result];
}

/** Result of a credentials test, and its limits. `processor`: its label. */
export function testWords({ result, currency }: TestedProcessor, processor: string): Tested {
  const { code, support, merchantId } = currency;
  if (support === 'unsupported') {
    return {
      severity: 'error',
      title: i18n._("{processor} doesn't support {currency}", { processor, currency: code }),
      text: i18n._('Your site sells in {currency}. Choose a processor that supports it. Nothing was saved.', {
        currency: code,
      }),
    };
  }
  const { title, text } = resultWords(result);
  if (result === 'refused' || result === 'unreachable') return { severity: 'error', title, text };
  const values = { processor, currency: code, merchantId };
  const unverified =
    support === 'supported'
      ? i18n._(
          "{processor} supports {currency}, but we couldn't verify that {merchantId} does. Check its currency with {processor}.",
          values,
        )
      : i18n._(
          "We couldn't verify that {merchantId} supports {currency}. Check its currency with {processor}.",
          values,
        );
  const severity = result === 'works' ? 'success' : 'info';
  return { severity, title, text: `${text} ${unverified}` };
}

/** Other effects of switching the merchant account. */
export function consequences(preview: ProcessorPreview): string[] {
  const { members, openCharges, refundablePayments, cardsBack } = preview;
  const notes: string[] = [];
  if (members > 0) {
    notes.push(
      i18n._(
        "{count, plural, one {# of them pays for a Wash Club.} other {# of them pay for a Wash Club.}} Members who don't add a card before their next billing date become past due.",
        { count: members },
      ),
    );
  }
  if (openCharges > 0) {
    notes.push(
      i18n._(
        "{count, plural, one {# charge has an unknown status. We'll keep checking it at the old account.} other {# charges have an unknown status. We'll keep checking them at the old account.}}",
        { count: openCharges },
      ),
    );
  }
  if (refundablePayments > 0) {
    notes.push(
      i18n._(
        "{count, plural, one {# payment} other {# payments}} can still be refunded at the old account. We'll keep its credentials until then.",
        { count: refundablePayments },
      ),
    );
  }
  if (cardsBack > 0) {
    notes.push(
      i18n._(
        '{count, plural, one {# card} other {# cards}} previously added to the new account can be charged again.',
        { count: cardsBack },
      ),
    );
  }
  return notes;
}

/** Remaining use of a previous merchant account. */
export function leftWords(account: LeftAccount): string[] {
  const { cards, openCharges, refundablePayments, hasCredentials } = account;
  const words: string[] = [];
  if (cards > 0) {
    words.push(
      i18n._("{count, plural, one {# card can't} other {# cards can't}} be charged", { count: cards }),
    );
  }
  if (openCharges > 0) {
    words.push(
      i18n._('{count, plural, one {# charge} other {# charges}} with unknown status', {
        count: openCharges,
      }),
    );
  }
  if (refundablePayments > 0) {
    words.push(
      i18n._('{count, plural, one {# payment} other {# payments}} can be refunded', {
        count: refundablePayments,
      }),
    );
  }
  words.push(
    hasCredentials
      ? i18n._('Credentials kept for these charges and refunds')
      : i18n._("No credentials stored. Look up charges and issue refunds in your processor's dashboard."),
  );
  return words;
}
