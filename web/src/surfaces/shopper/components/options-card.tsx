import { i18n } from '@lingui/core';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { PushOptions } from '@/features/notifications/components/push-options';
import type { Account } from '@/shared/api/types';
import { useScheme } from '@/shared/theme/scheme';
import { SectionCard } from '@/shared/ui/section-card';
import { useBubblesChoice } from '../model/bubbles-choice';
import { DefaultLocation } from './default-location';
import { FontSizeSlider } from './font-size-slider';
import { LanguageChoice } from './language-choice';
import styles from './options-card.module.css';

type OptionProps = { label: string; on: boolean; choose: (on: boolean) => void };

function Option({ label, on, choose }: OptionProps) {
  return (
    <FormControlLabel
      labelPlacement="start"
      label={label}
      control={<Switch checked={on} onChange={(_, next) => choose(next)} />}
    />
  );
}

export function OptionsCard({ account }: { account: Account }) {
  const [bubbles, chooseBubbles] = useBubblesChoice();
  const [scheme, chooseScheme] = useScheme();
  return (
    <SectionCard title={i18n._('Options')}>
      <DefaultLocation account={account} />
      <LanguageChoice />
      <div className={styles.options}>
        <Option label={i18n._('Bubbles')} on={bubbles} choose={chooseBubbles} />
        <Option
          label={i18n._('Dark theme')}
          on={scheme === 'dark'}
          choose={(dark) => chooseScheme(dark ? 'dark' : 'light')}
        />
      </div>
      <PushOptions />
      <FontSizeSlider />
    </SectionCard>
  );
}
