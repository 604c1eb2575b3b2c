import { i18n } from '@lingui/core';
import type { OrderLine } from '@/shared/api/types';
import { throughDialog } from '@/shared/office/through-dialog';

/** Asks for the shipment status of a line. */
export function updateShipment(transRecordId: string, line: OrderLine): Promise<boolean> {
  return throughDialog(i18n._('Saved'), async () => {
    const { ShipmentDialog } = await import('./shipment-dialog');
    return (ways) => <ShipmentDialog transRecordId={transRecordId} line={line} {...ways} />;
  });
}
