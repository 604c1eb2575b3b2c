import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Location, WashClub } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { plateText } from '@/shared/format/plate';
import { washNames } from '@/shared/format/wash-names';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { shownPrice } from '@/shared/products/shown-price';
import { Icon } from '@/shared/ui/icon';
import { endsSoon, isSuspended, owes, statusLabel } from '../model/status';
import styles from './club-summary.module.css';

type Props = { club: WashClub; locations: Location[]; children?: ReactNode };

function where({ locations: ids }: Pick<WashClub, 'locations'>, locations: Location[]): string {
  const named = locations.filter(({ id }) => ids.includes(id));
  if (ids.length === 0 || named.length === locations.length) return i18n._('All locations');
  return named.map(({ city, name }) => city || name).join(', ');
}

/** Label of the date. */
function dateLabel(club: WashClub): string {
  if (owes(club)) return i18n._('Past due since');
  return endsSoon(club) ? i18n._('Active until') : i18n._('Next billing date');
}

/** Explains a past-due club and how to fix it. */
function Owed({ club }: { club: WashClub }) {
  return (
    <p className={styles.owed}>
      {isSuspended(club)
        ? i18n._("We couldn't charge your card, so your club is suspended. Update your card to use it again.")
        : i18n._("We couldn't charge your card. Update it in the next few days to keep using your club.")}
    </p>
  );
}

type NextProps = { club: NonNullable<WashClub['nextClub']>; date: string; places: string | null };

/** Club that replaces this one, with its start date and, if they differ, its locations. */
function Next({ club, date, places }: NextProps) {
  return (
    <p className={styles.next}>
      {i18n._('{club} starts on {date} at {price} per month.', {
        club: club.name,
        date: longDate(date),
        price: money(shownPrice(club.monthlyPrice, club.monthlyTaxes)),
      })}
      {places && ` ${i18n._('Valid at {places}.', { places })}`}
    </p>
  );
}

/** Announced price change. */
function NextPrice({ price }: { price: NonNullable<WashClub['nextPrice']> }) {
  return (
    <p className={styles.next}>
      {i18n._('From {date}, your price is {price} per month.', {
        date: longDate(price.from),
        price: money(shownPrice(price.monthlyPrice, price.monthlyTaxes)),
      })}
    </p>
  );
}

/** Explains a pause. */
function Paused({ until }: { until: string }) {
  return (
    <p className={styles.next}>
      {i18n._(
        "Your club is paused until {date}. You won't be charged until then, and your remaining paid days are added after the pause.",
        { date: longDate(until) },
      )}
    </p>
  );
}

/** Membership card: name, usage, vehicle and dates. */
export function ClubSummary({ club, locations, children }: Props) {
  const now = where(club, locations);
  const then = club.nextClub ? where(club.nextClub, locations) : now;
  const facts: [string, string][] = [
    [i18n._('Washes'), washNames(club)],
    [i18n._('Uses'), club.useCountDisplay],
    [i18n._('Vehicle'), plateText(club.appUserVehicle)],
    [dateLabel(club), longDate(club.nextBillingDate)],
    [i18n._('Valid at'), now],
  ];
  return (
    <section className={styles.club} aria-label={i18n._('Wash Club')}>
      <header className={styles.head}>
        <Icon name="calendar" />
        <div className={styles.title}>
          <p className={styles.kind}>{i18n._('Wash Club')}</p>
          <h2 className={styles.name} lang={merchantLanguage()}>
            {club.name}
          </h2>
        </div>
        <span className={styles.status}>{statusLabel(club)}</span>
      </header>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {owes(club) && <Owed club={club} />}
      {club.pausedUntil && <Paused until={club.pausedUntil} />}
      {club.nextClub && (
        <Next club={club.nextClub} date={club.nextBillingDate} places={then === now ? null : then} />
      )}
      {club.nextPrice && !club.nextClub && <NextPrice price={club.nextPrice} />}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
