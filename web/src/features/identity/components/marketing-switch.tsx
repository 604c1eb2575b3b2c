import { i18n } from '@lingui/core';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type Control, Controller } from 'react-hook-form';
import type { SignUpForm } from '../model/sign-up-form';

export function MarketingSwitch({ control }: { control: Control<SignUpForm> }) {
  return (
    <Controller
      control={control}
      name="optInToMarketing"
      render={({ field }) => (
        <FormControlLabel
          control={
            <Switch checked={field.value} onChange={field.onChange} onBlur={field.onBlur} name={field.name} />
          }
          label={i18n._('Send me offers and news')}
        />
      )}
    />
  );
}
