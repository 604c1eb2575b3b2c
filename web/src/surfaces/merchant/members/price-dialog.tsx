import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { announcePrice } from '@/features/clubs/api/members';
import type { Product } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { hasTaxInPrices } from '@/shared/products/shown-price';
import { site } from '@/shared/site/boot';
import { dialogs } from '@/shared/ui/dialogs';
import { amount, parseAmount } from '../components/amount';
import { AmountField } from '../components/amount-field';
import { DateField } from '../components/date-field';
import { dayIn } from '../components/zoned';

/** Minimum days of notice before a price change. */
const notice = 30;

type Props = { clubs: Product[]; onDone: () => void; onClose: () => void };

/** Schedules a price change for the members of a club. */
export function PriceDialog({ clubs, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(announcePrice);
  const earliest = dayIn(site().timeZone, notice);
  const form = useAppForm({
    schema: () => v.object({ productId: required(), monthlyPrice: amount(), from: required() }),
    values: {
      productId: clubs.length === 1 ? String(clubs[0]?.productId) : '',
      monthlyPrice: '',
      from: earliest,
    },
    send: async ({ productId, monthlyPrice, from }) => {
      const price = parseAmount(monthlyPrice) ?? 0;
      const club = clubs.find((one) => String(one.productId) === productId)?.name ?? '';
      const sure = await dialogs.confirm({
        kind: 'warning',
        title: i18n._('Notify every member?'),
        text: i18n._(
          "We'll notify {club} members by email and in the app that the price changes to {price}/month on {date}.",
          {
            club,
            price: money(price),
            date: longDate(from),
          },
        ),
        yes: i18n._('Schedule change'),
        no: i18n._('Cancel'),
      });
      if (!sure) return;
      await mutateAsync({ productId: Number(productId), monthlyPrice: price, from });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Schedule price change')}
      form={form}
      submit={i18n._('Schedule change')}
      onClose={onClose}
      cancel
      guard
      intro={<p>{i18n._('New members pay the catalog price.')}</p>}
    >
      <SelectField
        control={form.control}
        name="productId"
        label={i18n._('Club')}
        autoComplete="off"
        options={clubs.map(({ productId, name }) => ({ value: String(productId), label: name }))}
      />
      <AmountField
        control={form.control}
        name="monthlyPrice"
        label={hasTaxInPrices() ? i18n._('Monthly price (with tax)') : i18n._('Monthly price (before tax)')}
      />
      <DateField
        control={form.control}
        name="from"
        label={i18n._('Effective date')}
        min={earliest}
        help={i18n._("Members get 30 days' notice.")}
      />
    </FormDialog>
  );
}
