import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import {
  blockCustomer,
  deleteCustomer,
  logCustomerOut,
  sendConfirmation,
  unblockCustomer,
} from '@/features/identity/api/customers';
import type { CustomerDetail } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import { throughDialog } from '@/shared/office/through-dialog';
import { useMay } from '../roles';
import { addressOf } from '../table';
import styles from './customer-view.module.css';

const reasonDialog = () => import('../components/reason-dialog').then((m) => m.ReasonDialog);

/** What can be done about a customer. */
export function CustomerActions({ customer }: { customer: CustomerDetail }) {
  const may = useMay();
  const { data: me } = useQuery(accountQuery());
  const navigate = useNavigate();
  const { account } = customer;
  const { userId, email } = account;
  const blocking = useMutation(blockCustomer(userId));
  const unblocking = useMutation(unblockCustomer(userId));
  const loggingOut = useMutation(logCustomerOut(userId));
  const confirming = useMutation(sendConfirmation(userId));
  const deleting = useMutation(deleteCustomer(userId));

  const correct = () =>
    throughDialog(i18n._('Saved'), async () => {
      const { ContactDialog } = await import('./contact-dialog');
      return (ways) => <ContactDialog account={account} version={customer.contactVersion} {...ways} />;
    });
  const drive = () =>
    throughDialog(i18n._('Saved'), async () => {
      const { VehicleDialog } = await import('./vehicle-dialog');
      const { vehicle = null, vehicleVersion: version } = customer;
      return (ways) => <VehicleDialog userId={userId} vehicle={vehicle} version={version} {...ways} />;
    });
  const give = () =>
    throughDialog(i18n._('It is in the wallet.'), async () => {
      const { GrantDialog } = await import('./grant-dialog');
      return (ways) => <GrantDialog userId={userId} {...ways} />;
    });
  const points = () =>
    throughDialog(i18n._('Saved'), async () => {
      const { PointsDialog } = await import('./points-dialog');
      return (ways) => <PointsDialog userId={userId} {...ways} />;
    });
  const block = () =>
    throughDialog(i18n._('Blocked'), async () => {
      const ReasonDialog = await reasonDialog();
      return (ways) => (
        <ReasonDialog
          title={i18n._('Block {email}', { email })}
          submit={i18n._('Block')}
          intro={
            <p>
              {i18n._(
                'Every session ends, and nobody logs in to this account. What was paid for stays good.',
              )}
            </p>
          }
          act={(reason) => blocking.mutateAsync(reason)}
          {...ways}
        />
      );
    });
  const remove = async () => {
    const gone = await throughDialog(i18n._('The account is deleted.'), async () => {
      const ReasonDialog = await reasonDialog();
      return (ways) => (
        <ReasonDialog
          title={i18n._('Delete this account')}
          submit={i18n._('Delete')}
          intro={
            <p>
              {i18n._(
                'Only at the request of its owner. Name, addresses and vehicle are erased at once, a wash club ends without a refund, and unused codes stop working. This cannot be undone.',
              )}
            </p>
          }
          typed={email}
          act={(reason) => deleting.mutateAsync(reason)}
          {...ways}
        />
      );
    });
    if (gone) await navigate(addressOf('customers'));
  };
  const unblock = () =>
    askAndDo(
      {
        title: i18n._('Unblock this account?'),
        text: i18n._('{email} can log in again.', { email }),
        yes: i18n._('Unblock'),
        done: i18n._('Unblocked'),
      },
      () => unblocking.mutateAsync(undefined),
    );
  const logOut = () =>
    askAndDo(
      {
        title: i18n._('Log out everywhere?'),
        text: i18n._('Every session of {email} ends.', { email }),
        yes: i18n._('Log out'),
        done: i18n._('Logged out everywhere'),
      },
      () => loggingOut.mutateAsync(undefined),
    );
  const confirm = () =>
    askAndDo(
      {
        title: i18n._('Send the confirmation again?'),
        text: i18n._('It goes to {email}.', { email }),
        yes: i18n._('Send'),
        done: i18n._('The mail is on its way.'),
      },
      () => confirming.mutateAsync(undefined),
    );
  if (userId === me?.userId) {
    return (
      may('changeCustomer') && (
        <p>{i18n._('This is your own account: its changes here are for a colleague.')}</p>
      )
    );
  }
  const press = { variant: 'outlined', size: 'small' } as const;
  return (
    <div className={styles.actions}>
      {may('grantItem') && (
        <Button {...press} onClick={give}>
          {i18n._('Give a wash…')}
        </Button>
      )}
      {may('adjustPoints') && (
        <Button {...press} onClick={points}>
          {i18n._('Points…')}
        </Button>
      )}
      {may('changeCustomer') && (
        <>
          <Button {...press} onClick={correct}>
            {i18n._('Correct…')}
          </Button>
          <Button {...press} onClick={drive}>
            {i18n._('Vehicle…')}
          </Button>
        </>
      )}
      {!account.emailConfirmed && may('sendConfirmation') && (
        <Button {...press} onClick={confirm}>
          {i18n._('Send confirmation')}
        </Button>
      )}
      {may('logOut') && (
        <Button {...press} onClick={logOut}>
          {i18n._('Log out everywhere')}
        </Button>
      )}
      {may('block') && (
        <Button {...press} color="error" onClick={customer.blocked ? unblock : block}>
          {customer.blocked ? i18n._('Unblock') : i18n._('Block…')}
        </Button>
      )}
      {may('deleteCustomer') && (
        <Button {...press} color="error" onClick={remove}>
          {i18n._('Delete…')}
        </Button>
      )}
    </div>
  );
}
