import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { confirmEmail } from '@/features/identity/api/emails';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { ApiError, errorText, errorTitle } from '@/shared/api/api-error';
import { BusyButton } from '@/shared/ui/busy-button';
import { Page } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { StateView } from '@/shared/ui/state-view';
import { NewConfirmation } from '../components/new-confirmation';
import { addressOf } from '../table';

/** Whether a link is permanently invalid. */
function isDead(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'expired' || error.code === 'invalid_code');
}

/**
 * Page of an emailed confirmation link: asks to confirm and shows the result. Opening it confirms nothing,
 * because security scanners open links in emails.
 */
export function ConfirmEmailPage() {
  const navigate = useNavigate();
  const { email, token, complete } = useMailedLink();
  const confirmation = useMutation(confirmEmail);
  const { mutate, isPending } = confirmation;
  const confirm = () =>
    mutate({ email, token }, { onSuccess: () => navigate(addressOf('updated'), { replace: true }) });

  return (
    <Page width="narrow" hideTitle>
      {!complete && (
        <IncompleteLink>
          <NewConfirmation />
        </IncompleteLink>
      )}
      {complete && !confirmation.isError && (
        <StateView icon="mail" title={i18n._('Is this your email?')} text={email}>
          <BusyButton variant="contained" size="large" busy={isPending} onClick={confirm}>
            {isPending ? <Spinner label={i18n._('Submitting')} /> : i18n._('Verify my email')}
          </BusyButton>
        </StateView>
      )}
      {confirmation.isError && (
        <div role="alert">
          <StateView icon="alert" title={errorTitle(confirmation.error)} text={errorText(confirmation.error)}>
            {isDead(confirmation.error) ? (
              <NewConfirmation />
            ) : (
              <Button variant="contained" size="large" onClick={confirm}>
                {i18n._('Try again')}
              </Button>
            )}
          </StateView>
        </div>
      )}
    </Page>
  );
}
