import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Location } from '@/shared/api/types';
import { formatDistance } from '@/shared/format/distance';
import { formatPhone, phoneHref } from '@/shared/format/masks';
import { site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { listAt, type Target } from '../model/location-links';
import { showDirections } from '../model/show-directions';
import styles from './location-card.module.css';
import { OpeningHours } from './opening-hours';

type Props = {
  location: Location;
  target: Target;
  miles?: number | undefined;
  /** Whether the shop shows what is on here. */
  chosen: boolean;
  /** Brings it into the middle of the map. */
  onCenter: () => void;
};

export function LocationCard({ location, target, miles, chosen, onCenter }: Props) {
  const phone = formatPhone(location.phone, site().country) || location.phone;
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
              {location.city}
              <span className="visually-hidden">, {i18n._('Show on map')}</span>
            </button>
          </h2>
          <p className={styles.name}>{location.name}</p>
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
      <OpeningHours hours={location.hours} />
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
