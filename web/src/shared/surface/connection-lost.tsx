import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Page } from '../ui/page';
import { StateView } from '../ui/state-view';
import { reloadFromServer } from './reload';

/** In the place of a screen whose code did not come. Everything around it stays as it was. */
export function ConnectionLost({ retry }: { retry: () => void }) {
  const [pressed, setPressed] = useState(false);
  const again = () => {
    // Some browsers remember that a file failed and do not ask for it twice.
    if (pressed) void reloadFromServer();
    setPressed(true);
    retry();
  };
  return (
    <Page title={i18n._('Connection Error')} width="narrow" hideTitle>
      <div role="alert">
        <StateView
          icon="alert"
          title={i18n._('Connection Error')}
          text={i18n._('The Internet connection appears to be offline.')}
        >
          <Button variant="contained" onClick={again}>
            {i18n._('Try again')}
          </Button>
        </StateView>
      </div>
    </Page>
  );
}
