import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { Location, WashClub } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { shownPrice } from '@/shared/products/shown-price';
import { Icon } from '@/shared/ui/icon';
import { endsSoon, isSuspended, owes, statusLabel } from '../model/status';
import styles from './club-summary.module.css';

type Props = { club: WashClub; locations: Location[]; children?: ReactNode };

function where({ locations: ids }: WashClub, locations: Location[]): string {
  const named = locations.filter(({ id }) => ids.includes(id));
  if (ids.length === 0 || named.length === locations.length) return i18n._('All locations');
  return named.map(({ city, name }) => city || name).join(', ');
}

/** What the date means. */
function dateLabel(club: WashClub): string {
  if (owes(club)) return i18n._('Payment due since');
  return endsSoon(club) ? i18n._('Usable until') : i18n._('Next billing');
}

/** Why a month that is not paid matters, and what helps. */
function Owed({ club }: { club: WashClub }) {
  return (
    <p className={styles.owed}>
      {isSuspended(club)
        ? i18n._('Your club cannot be used until this month is paid. Please update your card.')
        : i18n._(
            'We could not charge your card for this month. You can use your club for a few more days: please update your card.',
          )}
    </p>
  );
}

/** What takes its place, and when. */
function Next({ club, date }: { club: NonNullable<WashClub['nextClub']>; date: string }) {
  return (
    <p className={styles.next}>
      {i18n._('{club} begins on {date}, for {price} every month.', {
        club: club.name,
        date: longDate(date),
        price: money(shownPrice(club.monthlyPrice, club.monthlyTaxes)),
      })}
    </p>
  );
}

/** The membership as a card of the house: what, how often, for which car, until when. */
export function ClubSummary({ club, locations, children }: Props) {
  const facts: [string, string][] = [
    [i18n._('Uses'), club.useCountDisplay],
    [i18n._('Vehicle'), club.appUserVehicle.license],
    [dateLabel(club), longDate(club.nextBillingDate)],
    [i18n._('Works at'), where(club, locations)],
  ];
  return (
    <section className={styles.club} aria-label={i18n._('Wash Club')}>
      <header className={styles.head}>
        <Icon name="calendar" />
        <div className={styles.title}>
          <p className={styles.kind}>{i18n._('Wash Club')}</p>
          <h2 className={styles.name}>{club.name}</h2>
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
      {club.nextClub && <Next club={club.nextClub} date={club.nextBillingDate} />}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
