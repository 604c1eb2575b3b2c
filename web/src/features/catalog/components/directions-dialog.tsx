import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { Location } from '@/shared/api/types';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { directionsUrl } from '../model/location-links';
import styles from './directions-dialog.module.css';

type Props = { location: Location; onClose: () => void };

/** Confirms the location before opening the device's maps app. */
export function DirectionsDialog({ location, onClose }: Props) {
  const { name, address1, address2, city, state, zip } = location;
  return (
    <PanelDialog title={i18n._('Car Wash')} onClose={onClose} small>
      <div className={styles.place}>
        <Icon name="pin" />
        <address className={styles.address}>
          <strong>{name}</strong>
          <span>{[address1, address2].filter(Boolean).join(', ')}</span>
          <span>{[city, state, zip].filter(Boolean).join(' ')}</span>
        </address>
      </div>
      <Button
        variant="contained"
        size="large"
        href={directionsUrl(location)}
        target="_blank"
        rel="noreferrer"
        onClick={onClose}
      >
        {i18n._('Directions')}
        <span className="visually-hidden"> {i18n._('(opens a new tab)')}</span>
      </Button>
    </PanelDialog>
  );
}
