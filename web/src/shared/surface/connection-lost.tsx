import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { tabFlag } from '../lib/tab-flag';
import { Page } from '../ui/page';
import { StateView } from '../ui/state-view';
import { reloadFromServer } from './reload';

/** Whether this tab has already reloaded once for this version; more reloads wouldn't help. */
const renewed = tabFlag(`renewed:${__SUDS_VERSION__}`);

/** Shown if a page's code can't be loaded. Everything around it stays. */
export function ConnectionLost({ error, retry }: { error: Error; retry: () => void }) {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    // A responding server may have another build, whose shell knows its files.
    if (!navigator.onLine || renewed.isSet()) return;
    renewed.set();
    void reloadFromServer();
  }, []);
  const again = () => {
    // Some browsers cache failed imports.
    if (pressed) void reloadFromServer();
    setPressed(true);
    retry();
  };
  return (
    <Page title={i18n._('Connection Error')} width="narrow" hideTitle>
      <div role="alert">
        <StateView icon="alert" title={i18n._('Connection Error')} text={error.message}>
          <Button variant="contained" onClick={again}>
            {i18n._('Try again')}
          </Button>
        </StateView>
      </div>
    </Page>
  );
}
