import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Location } from '@/shared/api/types';
import { formatDistance } from '@/shared/format/distance';
import { formatPhone, phoneHref } from '@/shared/format/masks';
import { placeNames } from '@/shared/format/place-names';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { listAt, type Target } from '../model/location-links';
import { showDirections } from '../model/show-directions';
import styles from './location-card.module.css';
import { OpenState } from './open-state';
import { OpeningHours } from './opening-hours';

type Props = {
  location: Location;
  /** All locations of the list. */
  all: readonly Location[];
  target: Target;
  miles?: number | undefined;
  /** Whether the shop uses this location. */
  chosen: boolean;
  /** Centers the map on it. */
  onCenter: () => void;
};

export function LocationCard({ location, all, target, miles, chosen, onCenter }: Props) {
  const phone = formatPhone(location.phone, site().country) || location.phone;
  const { title, detail } = placeNames(location, all);
  const street = [location.address1, location.address2].filter(Boolean).join(', ');
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.mark}>
          <Icon name="pin" />
        </span>
        <div>
          <h2 className={styles.city}>
            <button type="button" className={styles.center} onClick={onCenter}>
              {title}
              <span className="visually-hidden">, {i18n._('Show on map')}</span>
            </button>
          </h2>
          <p className={styles.name}>{detail}</p>
        </div>
        <p className={styles.facts}>
          {miles !== undefined && (
            <span className={styles.distance}>{formatDistance(miles, site().country)}</span>
          )}
          {chosen && (
            <span className={styles.chosen}>
              <Icon name="check" size={16} />
              {i18n._('Selected')}
            </span>
          )}
        </p>
      </div>
      <address className={styles.address}>
        {street}
        <br />
        {[location.city, location.state, location.zip].filter(Boolean).join(' ')}
        {phone && (
          <a className={styles.phone} href={phoneHref(location.phone, site().country)}>
            <Icon name="phone" size={18} />
            {phone}
          </a>
        )}
      </address>
      {location.arrivalNote && <p className={styles.note}>{location.arrivalNote}</p>}
      <OpenState openingHours={location.openingHours} />
      <OpeningHours {...location} />
      <div className={styles.actions}>
        <Button component={Link} to={listAt(target, location.id)} variant="contained">
          {target.label}
          <span className="visually-hidden"> {location.name}</span>
        </Button>
        <Button variant="outlined" onClick={() => showDirections(location)} aria-haspopup="dialog">
          {i18n._('Directions')}
          <span className="visually-hidden"> {location.name}</span>
        </Button>
      </div>
    </li>
  );
}
