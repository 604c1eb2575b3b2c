import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { reportCrash } from '../api/crash-report';
import { StateView } from '../ui/state-view';
import { reloadFromServer } from './reload';

/** Crash screen with a restart button. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [offline, setOffline] = useState(false);
  useEffect(() => reportCrash(error), [error]);
  return (
    <StateView
      icon="alert"
      title={i18n._('An Error has occurred')}
      text={offline ? i18n._('The Internet connection appears to be offline.') : ''}
      level={1}
    >
      <Button variant="contained" size="large" onClick={async () => setOffline(!(await reloadFromServer()))}>
        {i18n._('Reload Application')}
      </Button>
    </StateView>
  );
}
