import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import { paths } from '@/shared/site/routes';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';
import { confirmEmail } from '../api/emails';

type Link = { email: string; token: string };

function readLink(): Link {
  const query = new URLSearchParams(location.search);
  return { email: query.get('email') ?? '', token: query.get('token') ?? '' };
}

/** The page that the link in the mail opens: it asks the server to confirm, and says how that went. */
export function ConfirmEmailPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [link] = useState(readLink);
  const complete = link.email !== '' && link.token !== '';
  const confirmation = useMutation({
    mutationFn: () => confirmEmail(link.email, link.token),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.account() });
      await navigate(paths.updated, { replace: true });
    },
  });
  const { mutate } = confirmation;
  const started = useRef(false);
  useEffect(() => {
    // The token stays out of the history and of anything that reads the address.
    history.replaceState(history.state, '', location.pathname + location.hash);
    if (complete && !started.current) mutate();
    started.current = true;
  }, [complete, mutate]);

  return (
    <Page title={i18n._('Confirm your email')} width="narrow" hideTitle>
      {!complete && (
        <StateView
          icon="alert"
          title={i18n._('This link is not complete')}
          text={i18n._('Open the link in your email once more, or copy all of it.')}
        />
      )}
      {complete && !confirmation.isError && (
        <StateView icon="mail" title={i18n._('Confirming your email…')} text={link.email} />
      )}
      {confirmation.isError && (
        <div role="alert">
          <StateView icon="alert" title={errorTitle(confirmation.error)} text={errorText(confirmation.error)}>
            <Button variant="contained" size="large" onClick={() => mutate()}>
              {i18n._('Try again')}
            </Button>
          </StateView>
        </div>
      )}
    </Page>
  );
}
