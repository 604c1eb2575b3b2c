import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportCrash } from '@/shared/api/crash-report';
import { StateView } from '@/shared/ui/state-view';

export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => reportCrash(error), [error]);
  return (
    <main>
      <StateView icon="alert" title={i18n._('An Error has occurred')} level={1}>
        <Button variant="contained" size="large" onClick={() => location.reload()}>
          {i18n._('Reload Application')}
        </Button>
      </StateView>
    </main>
  );
}
