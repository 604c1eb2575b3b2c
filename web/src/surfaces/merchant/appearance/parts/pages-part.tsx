import { i18n } from '@lingui/core';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useController } from 'react-hook-form';
import { afterPress } from '@/shared/forms/after-press';
import { SectionCard } from '@/shared/ui/section-card';
import type { PartProps } from '../part-props';
import styles from './part.module.css';

/** Pages a merchant can hide, by their name in the config. */
function pagesOfShop(): { route: string; label: string }[] {
  return [
    { route: 'washes', label: i18n._('Washes') },
    { route: 'bundles', label: i18n._('Bundles') },
    { route: 'washClubs', label: i18n._('Wash Club') },
    { route: 'giftCards', label: i18n._('Gift cards') },
    { route: 'merch', label: i18n._('Merchandise') },
    { route: 'airPay', label: 'AirPAY' },
    { route: 'promocode', label: i18n._('Promo codes') },
    { route: 'referral', label: i18n._('Invite a Friend') },
    { route: 'findUs', label: i18n._('Find us') },
    { route: 'notifications', label: i18n._('Notifications') },
    { route: 'Support', label: i18n._('Support') },
  ];
}

const plain = (route: string) => route.replace(/^\/+|\/+$/g, '').toLowerCase();

/** Visible and hidden pages. */
export function PagesPart({ form }: PartProps) {
  const { field } = useController({ control: form.control, name: 'disabledRoutes' });
  const off = field.value;
  const isOff = (route: string) => off.some((other) => plain(other) === plain(route));
  return (
    <SectionCard title={i18n._('Visible pages')}>
      <div className={styles.switches}>
        {pagesOfShop().map(({ route, label }) => (
          <FormControlLabel
            key={route}
            label={label}
            control={
              <Switch
                checked={!isOff(route)}
                onBlur={() => afterPress(field.onBlur)}
                onChange={(event) => {
                  const others = off.filter((other) => plain(other) !== plain(route));
                  field.onChange(event.target.checked ? others : [...others, route]);
                }}
              />
            }
          />
        ))}
      </div>
    </SectionCard>
  );
}
