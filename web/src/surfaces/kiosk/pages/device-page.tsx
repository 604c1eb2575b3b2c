import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useMe } from '@/features/terminal/api/me';
import { sellerLines } from '@/features/terminal/components/seller';
import { Unpairing } from '@/features/terminal/components/unpairing';
import { play, useSounds } from '@/features/terminal/model/sounds';
import { forgetRefused, useUntold } from '@/features/terminal/model/untold';
import { type CameraSide, useCameraSide } from '@/features/terminal/model/use-camera';
import type { TerminalSelf } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { type Scheme, useScheme } from '@/shared/theme/scheme';
import { ChoiceBar } from '@/shared/ui/choice-bar';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './device-page.module.css';

const factsOf = ({ site, location, label, terminalId, serverTime }: TerminalSelf): [string, string][] => [
  [i18n._('Seller'), sellerLines(site).join(', ')],
  [i18n._('Location'), location.name],
  [i18n._('Kiosk'), label],
  [i18n._('Terminal ID'), terminalId],
  [i18n._('Server time'), dateTime(serverTime)],
];

/** Identity and settings of this kiosk. */
export function DevicePage() {
  const me = useMe();
  return (
    <Page width="narrow">
      <div className={styles.parts}>
        <Uncounted />
        <SectionCard title={i18n._('Kiosk details')}>
          <QueryView
            query={me}
            skeleton={<Skeleton count={5} height={44} />}
            failed={i18n._("Couldn't reach the server")}
          >
            {(self) => <Facts facts={factsOf(self)} />}
          </QueryView>
        </SectionCard>
        <Choices />
        <Unpairing />
      </div>
    </Page>
  );
}

/** Deliveries the server rejected, so that staff can see them. */
function Uncounted() {
  const { washes, payments } = useUntold();
  const refused = [...washes.refused, ...payments.refused];
  if (refused.length === 0) return null;
  return (
    <SectionCard title={i18n._('Not recorded')}>
      <ul className={styles.refused}>
        {refused.map(({ terminalTxnId, name, at, refused: why }) => (
          <li key={terminalTxnId}>
            <strong>{name}</strong>, {dateTime(new Date(at).toISOString())}: {why}
          </li>
        ))}
      </ul>
      <Button variant="outlined" onClick={forgetRefused}>
        {i18n._('Clear list')}
      </Button>
    </SectionCard>
  );
}

function Choices() {
  const [sounds, chooseSounds] = useSounds();
  const [side, chooseSide] = useCameraSide();
  const [scheme, chooseScheme] = useScheme();
  const turnSounds = (on: boolean) => {
    chooseSounds(on);
    if (on) play('good');
  };
  return (
    <SectionCard title={i18n._('Options')}>
      <div className={styles.choices}>
        <FormControlLabel
          labelPlacement="start"
          label={i18n._('Sounds')}
          control={<Switch checked={sounds} onChange={(_, on) => turnSounds(on)} />}
        />
        <ChoiceBar<CameraSide>
          label={i18n._('Camera')}
          choices={[
            { value: 'environment', label: i18n._('Back camera') },
            { value: 'user', label: i18n._('Front camera') },
            { value: 'off', label: i18n._('No camera') },
          ]}
          value={side}
          onChange={chooseSide}
        />
        <ChoiceBar<Scheme>
          label={i18n._('Theme')}
          choices={[
            { value: 'light', label: i18n._('Light theme') },
            { value: 'dark', label: i18n._('Dark theme') },
          ]}
          value={scheme}
          onChange={chooseScheme}
        />
      </div>
    </SectionCard>
  );
}
