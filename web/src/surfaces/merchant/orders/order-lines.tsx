import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { OrderDetail, OrderLine } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { placeLine } from '@/shared/format/place-line';
import { washNames } from '@/shared/format/wash-names';
import { StateChip } from '@/shared/office/state-chip';
import { useMay } from '../roles';
import styles from './order-lines.module.css';
import { shipmentOf } from './order-words';
import { costOf, nextSteps } from './refundable';
import { updateShipment } from './update-shipment';

/** Details of a line. */
function notesOf(line: OrderLine, say: (minor: number) => string): string[] {
  const { giftedTo, giftedEmail, isGift, used, discount, credit, cardLastFour, partOf, loadedCard, washes } =
    line;
  const to = giftedTo || giftedEmail;
  return [
    ...(washes.length > 0 ? [i18n._('Includes {washes}', { washes: washNames(line) })] : []),
    ...(partOf ? [i18n._('Refunded part')] : []),
    ...(isGift && to ? [i18n._('Gift for {name}', { name: to })] : []),
    ...(cardLastFour ? [i18n._('Card ending in {digits}', { digits: cardLastFour })] : []),
    ...(loadedCard?.isHeld ? [i18n._('In use at a kiosk')] : []),
    ...(used > 0 ? [i18n._('{used, plural, one {# code redeemed} other {# codes redeemed}}', { used })] : []),
    ...(discount > 0 ? [i18n._('{amount} off', { amount: say(discount) })] : []),
    ...(credit > 0 ? [i18n._('{amount} credited', { amount: say(credit) })] : []),
  ];
}

function Shipment({ line }: { line: OrderLine }) {
  const { address, carrier, tracking } = line;
  const where = address && [
    `${address.first} ${address.last}`,
    address.address1,
    address.address2,
    placeLine(address),
  ];
  const by = [carrier, tracking].filter(Boolean).join(' · ');
  return (
    <div className={styles.shipment}>
      {where && <address>{where.filter(Boolean).join(', ')}</address>}
      {by && <span>{by}</span>}
    </div>
  );
}

/** Lines in order of sale, each followed by its refunded parts. */
function withParts(lines: OrderLine[]): OrderLine[] {
  const soldAs = ({ partOf, lineId }: OrderLine) => partOf ?? lineId;
  return [...lines].sort((a, b) => soldAs(a) - soldAs(b) || a.lineId - b.lineId);
}

/** Lines of an order with their shipment status. */
export function OrderLines({ order: { lines, currency, transRecordId } }: { order: OrderDetail }) {
  const may = useMay();
  const say = (minor: number) => money(minor, { currency });
  return (
    <ul className={styles.lines}>
      {withParts(lines).map((line) => {
        const shipment = shipmentOf(line);
        const notes = notesOf(line, say);
        return (
          <li key={line.lineId} className={styles.line}>
            <div className={styles.what}>
              <strong>{line.name}</strong>
              {notes.length > 0 && <span className={styles.notes}>{notes.join(' · ')}</span>}
              {(line.address || line.carrier || line.tracking) && <Shipment line={line} />}
              <span className={styles.states}>
                {shipment && <StateChip {...shipment} />}
                {line.refunded > 0 && (
                  <StateChip
                    mood="over"
                    label={i18n._('{amount} refunded', { amount: say(line.refunded) })}
                  />
                )}
                {nextSteps(line).length > 0 && may('moveGoods') && (
                  <Button size="small" variant="outlined" onClick={() => updateShipment(transRecordId, line)}>
                    {i18n._('Update shipment')}
                  </Button>
                )}
              </span>
            </div>
            <span className={styles.amount}>{say(costOf(line))}</span>
          </li>
        );
      })}
    </ul>
  );
}
