import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/api-error';
import type { Quote } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { hasTaxInPrices, shownPrice } from '@/shared/products/shown-price';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';
import { orderFailure } from '../model/order-failure';
import styles from './order-summary.module.css';

type Props = {
  quote: UseQueryResult<Quote>;
  /** Units of the quote, so that an error can name the product. */
  units: { name: string }[];
  /** Wallet discounts kept for another purchase. */
  kept: number[];
  /** Changes them; absent while an order is submitted. */
  keep: ((kept: number[]) => void) | undefined;
  children: ReactNode;
};

type Choice = { quote: Quote; kept: number[]; keep: (kept: number[]) => void };

/** Keeps the discount for another purchase, or uses kept ones after all. */
function DiscountChoice({ quote: { discountItemId }, kept, keep }: Choice) {
  return (
    <div className={styles.choice}>
      {discountItemId != null && (
        <Button variant="text" size="small" onClick={() => keep([...kept, discountItemId])}>
          {i18n._('Keep discount for later')}
        </Button>
      )}
      {kept.length > 0 && (
        <Button variant="text" size="small" onClick={() => keep([])}>
          {i18n._('Use discounts')}
        </Button>
      )}
    </div>
  );
}

/** Totals shown before the buy button. */
export function OrderSummary({ quote, units, kept, keep, children }: Props) {
  const { data, error } = quote;
  const taxInPrices = hasTaxInPrices();
  const refused = error instanceof ApiError && error.definite;
  return (
    <section className={styles.summary} aria-label={i18n._('Order summary')}>
      {quote.isPending && <Skeleton count={1} height={104} />}
      {refused && (
        <p className={styles.refused} role="alert">
          <Icon name="alert" size={20} />
          {orderFailure(error, units)}
        </p>
      )}
      {quote.isError && !refused && !data && (
        <ErrorState
          title={i18n._("Couldn't load the total")}
          retry={() => quote.refetch()}
          busy={quote.isFetching}
        />
      )}
      {data && !refused && (
        <dl className={styles.lines} data-stale={quote.isPlaceholderData} aria-live="polite">
          {data.credit && (
            <div className={styles.line}>
              <dt>{i18n._('Credit for {club}', { club: data.credit.name })}</dt>
              <dd>{money(-shownPrice(data.credit.amount, data.credit.taxes))}</dd>
            </div>
          )}
          {data.discount && (
            <div className={styles.line}>
              <dt>{i18n._('Discount: {name}', { name: data.discount.name })}</dt>
              <dd>{money(-shownPrice(data.discount.amount, data.discount.taxes))}</dd>
            </div>
          )}
          {!taxInPrices && (
            <>
              <div className={styles.line}>
                <dt>{i18n._('Subtotal')}</dt>
                <dd>{money(data.subtotal)}</dd>
              </div>
              <div className={styles.line}>
                <dt>{i18n._('Tax')}</dt>
                <dd>{money(data.taxes)}</dd>
              </div>
            </>
          )}
          <div className={styles.total}>
            <dt>{i18n._('Total')}</dt>
            <dd>{money(data.total)}</dd>
          </div>
          {taxInPrices && (
            <div className={styles.line}>
              <dt>{i18n._('Tax included')}</dt>
              <dd>{money(data.taxes)}</dd>
            </div>
          )}
        </dl>
      )}
      {keep && data && !refused && <DiscountChoice quote={data} kept={kept} keep={keep} />}
      {children}
    </section>
  );
}
