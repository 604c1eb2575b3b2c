import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { moveGoods } from '@/features/checkout/api/admin-orders';
import type { Move, OrderLine } from '@/shared/api/types';
import { visible } from '@/shared/format/visible';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { shipmentOf } from './order-words';
import { nextSteps } from './refundable';

type Props = { transRecordId: string; line: OrderLine; onDone: () => void; onClose: () => void };

/** Updates the shipment of a line. */
export function ShipmentDialog({ transRecordId, line, onDone, onClose }: Props) {
  const steps = nextSteps(line);
  const { mutateAsync } = useMutation(moveGoods(transRecordId));
  const form = useAppForm({
    schema: () =>
      v.object({
        state: v.pipe(v.string(), v.nonEmpty(i18n._('Input is required.'))),
        carrier: v.pipe(v.string(), v.trim(), v.maxLength(100)),
        tracking: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      }),
    values: { state: steps[0] ?? '', carrier: line.carrier ?? '', tracking: line.tracking ?? '' },
    send: async ({ state, carrier, tracking }) => {
      await mutateAsync({ lineId: line.lineId, state: state as Move['state'], carrier, tracking });
      onDone();
    },
  });
  const state = useWatch({ control: form.control, name: 'state' });
  return (
    <FormDialog
      title={line.name}
      form={form}
      submit={state === 'cancelled' ? i18n._('Cancel and refund') : i18n._('Save')}
      onClose={onClose}
      cancel
    >
      <SelectField
        control={form.control}
        name="state"
        label={i18n._('Shipment')}
        autoComplete="off"
        options={steps.map((step) => ({
          value: step,
          label: shipmentOf({ fulfillmentState: step })?.label ?? step,
        }))}
      />
      {(state === 'packed' || state === 'shipped') && (
        <>
          <FormField
            control={form.control}
            name="carrier"
            label={i18n._('Carrier')}
            autoComplete="off"
            maxLength={100}
            optional
          />
          <FormField
            control={form.control}
            name="tracking"
            sanitize={visible}
            label={i18n._('Tracking number')}
            autoComplete="off"
            maxLength={100}
            optional
          />
        </>
      )}
      {state === 'shipped' && <p>{i18n._("We'll notify the customer by email and in the app.")}</p>}
      {state === 'cancelled' && <p>{i18n._('Refunds what the customer paid for it.')}</p>}
    </FormDialog>
  );
}
