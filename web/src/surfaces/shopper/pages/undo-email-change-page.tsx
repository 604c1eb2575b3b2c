import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { undoEmailChange } from '@/features/identity/api/emails';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { clearSession } from '@/shared/api/session';
import { BusyButton } from '@/shared/ui/busy-button';
import { Page } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { StateView } from '@/shared/ui/state-view';
import { addressOf } from '../table';

/** The page that an email about a changed address opens. Opening it changes nothing, because programs open links too. */
export function UndoEmailChangePage() {
  const navigate = useNavigate();
  const { email, token, complete } = useMailedLink();
  const { mutate, isPending, isError, isSuccess, error } = useMutation(undoEmailChange);
  const undo = () => mutate({ email, token }, { onSuccess: clearSession });
  if (!complete) {
    return (
      <Page width="narrow" hideTitle>
        <IncompleteLink>{null}</IncompleteLink>
      </Page>
    );
  }
  return (
    <Page width="narrow" hideTitle>
      {isSuccess && (
        <StateView
          icon="mail"
          title={i18n._('Email address restored')}
          text={i18n._('Log in with your previous email address and password.')}
        >
          <Button variant="contained" size="large" onClick={() => navigate(addressOf('logIn'))}>
            {i18n._('Log In')}
          </Button>
        </StateView>
      )}
      {isError && (
        <div role="alert">
          <StateView icon="alert" title={errorTitle(error)} text={errorText(error)}>
            <Button variant="outlined" size="large" onClick={() => navigate(addressOf('support'))}>
              {i18n._('Contact us')}
            </Button>
          </StateView>
        </div>
      )}
      {!isSuccess && !isError && (
        <StateView
          icon="mail"
          title={i18n._('Undo the email change?')}
          text={i18n._('This restores {email} and your previous password, and ends all sessions.', {
            email,
          })}
        >
          <BusyButton variant="contained" size="large" busy={isPending} onClick={undo}>
            {isPending ? <Spinner label={i18n._('Submitting')} /> : i18n._('Undo change')}
          </BusyButton>
        </StateView>
      )}
    </Page>
  );
}
