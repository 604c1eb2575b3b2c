import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paymentQuery } from '@/features/payments/api/payment';
import { cardLabel } from '@/features/payments/components/card-on-file';
import { ensureCard } from '@/flows/buying/ensure-card';
import { TokenPass } from '@/flows/token/token-pass';
import { useToken } from '@/flows/token/use-token';
import type { Payment } from '@/shared/api/types';
import { Page } from '@/shared/ui/page';
import { usePageHandle } from '@/shared/ui/page-handle';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import styles from './air-pay-page.module.css';

/** Creates a token immediately, because the customer is at a kiosk. */
function Paying({ payment }: { payment: Payment }) {
  const name = usePageHandle()?.title() ?? '';
  const { token, busy, make } = useToken('TempToken', null);
  return (
    <div className={styles.paying}>
      {token ? (
        <TokenPass name={name} token={token} busy={busy} onAgain={make} />
      ) : busy ? (
        <Skeleton count={1} height={420} />
      ) : (
        <Button variant="contained" onClick={make}>
          {i18n._('Regenerate')}
        </Button>
      )}
      <p className={styles.card}>
        {i18n._("We'll charge your {card}.", { card: cardLabel(payment) || i18n._('card') })}
      </p>
    </div>
  );
}

export function AirPayPage() {
  const payment = useQuery(paymentQuery());
  const queries = useQueryClient();
  return (
    <Page lead={i18n._('Show this code at the kiosk to pay with your card on file.')} width="narrow">
      <QueryView
        query={payment}
        skeleton={<Skeleton count={1} height={420} />}
        failed={i18n._("Couldn't load your card")}
      >
        {(known) =>
          known.onFile ? (
            <Paying payment={known} />
          ) : (
            <StateView
              icon="card"
              title={
                known.accountLeft || known.locked ? i18n._('Add your card again') : i18n._('No card on file')
              }
              text={
                known.accountLeft
                  ? i18n._("Our payment account changed, so we can't charge your {card}.", {
                      card: cardLabel(known),
                    })
                  : known.locked
                    ? i18n._('Your email address changed, so your {card} is locked for purchases.', {
                        card: cardLabel(known),
                      })
                    : i18n._('Add a card once, and pay at the kiosk with your phone.')
              }
            >
              <Button variant="contained" onClick={() => ensureCard(queries)}>
                {known.accountLeft || known.locked ? i18n._('Add your card again') : i18n._('Add card')}
              </Button>
            </StateView>
          )
        }
      </QueryView>
    </Page>
  );
}
