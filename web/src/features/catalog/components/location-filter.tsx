import { i18n } from '@lingui/core';
import { useId } from 'react';
import type { Location } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import styles from './location-filter.module.css';

type Props = {
  locations: Location[];
  value: number;
  onChange: (id: number) => void;
  label?: string;
  disabled?: boolean;
  hideLabel?: boolean;
  /** Whether one has to be chosen: all of them is no choice then. */
  required?: boolean;
};

function cityLabel(location: Location, all: Location[]): string {
  const twins = all.filter((other) => other.city === location.city).length > 1;
  return twins ? `${location.city} · ${location.name}` : location.city;
}

/** A native select: every phone shows its own wheel, every keyboard works. */
export function LocationFilter({ locations, value, onChange, label, disabled, hideLabel, required }: Props) {
  const id = useId();
  if (locations.length < 2) return null;
  return (
    <div className={styles.filter}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label ?? i18n._('Locations')}
      </label>
      <span className={styles.box}>
        <span className={styles.pin}>
          <Icon name="pin" size={20} />
        </span>
        <select
          id={id}
          className={styles.select}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {!required && <option value={0}>{i18n._('All Locations')}</option>}
          {locations.map((location) => (
            <option key={location.id} value={location.id}>
              {cityLabel(location, locations)}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon name="next" size={18} />
        </span>
      </span>
    </div>
  );
}
