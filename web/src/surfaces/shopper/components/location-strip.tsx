import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { locationsQuery } from '@/features/catalog/api/locations';
import { placeNames } from '@/shared/format/place-names';
import { Icon } from '@/shared/ui/icon';
import { addressOf } from '../table';
import styles from './location-strip.module.css';

/** Locations in one line; hidden without a response. */
export function LocationStrip() {
  const { data } = useQuery(locationsQuery());
  if (!data?.length) return null;
  const title =
    data.length === 1
      ? i18n._('Visit us!')
      : i18n._('Visit any of our {count} locations!', { count: data.length });
  const titles = data.map((location) => placeNames(location, data).title);
  return (
    <section className={styles.strip} aria-labelledby="visit-title">
      <div className={styles.words}>
        <h2 id="visit-title">{title}</h2>
        <p className={styles.cities}>{titles.join(' · ')}</p>
      </div>
      <Link className={styles.link} to={addressOf('locations')}>
        <Icon name="pin" size={20} />
        {i18n._('Hours and directions')}
      </Link>
    </section>
  );
}
