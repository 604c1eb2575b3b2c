import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { OrderDetail, OrderLine } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { placeLine } from '@/shared/format/place-line';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import styles from './packing-slip.module.css';
import { toPack } from './refundable';

/** Shipping address in label format. */
function addressOf({ address }: OrderLine): string {
  if (!address) return '–';
  const { first, last, address1, address2 } = address;
  return [`${first} ${last}`, address1, address2, placeLine(address)].filter(Boolean).join('\n');
}

/** Legal name and address of the seller in one line; empty without an address. */
function sellerLine(): string {
  const { business, companyName } = site();
  const place = placeLine({ city: '', state: '', zipCode: '', ...business });
  if (!business.address1 && !place) return '';
  const { legalName, address1, address2 } = business;
  return [legalName || companyName, address1, address2, place].filter(Boolean).join(', ');
}

/** Printable packing slip, grouped by address. */
export function PackingSlip({ order }: { order: OrderDetail }) {
  const lines = toPack(order);
  const returnAddress = sellerLine();
  const addresses = [...new Set(lines.map(addressOf))];
  return (
    <Page
      title={i18n._('Packing slip')}
      lead={`${site().companyName} · ${order.orderNumber} · ${dateTime(order.createdAt)}`}
      aside={
        <Button className={styles.print ?? ''} variant="contained" onClick={() => window.print()}>
          {i18n._('Print')}
        </Button>
      }
    >
      {returnAddress && <p className={styles.sender}>{returnAddress}</p>}
      {addresses.map((address) => (
        <section key={address} className={styles.slip}>
          <div>
            <strong>{i18n._('Ship to')}</strong>
            <address>{address}</address>
          </div>
          <ul className={styles.goods}>
            {lines
              .filter((line) => addressOf(line) === address)
              .map(({ lineId, name }) => (
                <li key={lineId}>
                  <span className={styles.box} aria-hidden="true" />
                  {name}
                </li>
              ))}
          </ul>
        </section>
      ))}
      {lines.length === 0 && <p>{i18n._('Nothing to pack')}</p>}
    </Page>
  );
}
