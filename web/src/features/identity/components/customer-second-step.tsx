import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '@/shared/api/api-error';
import { BusyButton } from '@/shared/ui/busy-button';
import { logInWithCode, logInWithPasskey, secondStepQuery } from '../api/second-step';
import { hasPasskeys, wasDismissed } from '../model/passkey';
import { isOver, SecondStep } from './second-step';
import styles from './second-step.module.css';

type Props = { ticket: string; onOver: (why: string) => void };

function Passkey({ ticket, onOver }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => logInWithPasskey(ticket),
    onError: (error) => {
      if (isOver(error)) onOver(error.message);
    },
  });
  const told = (error: Error) => {
    if (wasDismissed(error)) return i18n._('No passkey was used. Try again or enter a code.');
    return error instanceof ApiError && error.code === 'wrong_second_factor'
      ? i18n._("We couldn't verify this passkey. Try again or enter a code.")
      : errorText(error);
  };
  return (
    <div className={styles.passkey}>
      <BusyButton variant="contained" fullWidth busy={isPending} onClick={() => mutate()}>
        {i18n._('Use passkey')}
      </BusyButton>
      {error && !isOver(error) && <p role="alert">{told(error)}</p>}
    </div>
  );
}

/** Explains why no passkey is offered: browsers use it only at the address that it was created for. */
function OtherHosts({ hosts }: { hosts: string[] }) {
  return (
    <p className={styles.passkey}>
      {i18n._('Your passkey works only at {hosts}, where you created it. Enter a code here.', {
        hosts: hosts.join(', '),
      })}
    </p>
  );
}

/** Asks for a passkey or a code after the password. */
export function CustomerSecondStep({ ticket, onOver }: Props) {
  const { data } = useQuery(secondStepQuery(ticket));
  const byPasskey = Boolean(data?.passkey) && hasPasskeys();
  const otherHosts = data?.passkey ? [] : (data?.otherPasskeyHosts ?? []);
  return (
    <SecondStep
      send={(code) => logInWithCode(ticket, code)}
      onOver={onOver}
      {...(data && !data.hasAuthenticator && { codes: i18n._('Enter one of your backup codes.') })}
      other={
        byPasskey ? (
          <Passkey ticket={ticket} onOver={onOver} />
        ) : (
          otherHosts.length > 0 && <OtherHosts hosts={otherHosts} />
        )
      }
    />
  );
}
