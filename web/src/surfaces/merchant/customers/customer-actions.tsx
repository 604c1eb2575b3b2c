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

/** Customer actions. */
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
    throughDialog(i18n._('Wash added to wallet'), async () => {
      const { GrantDialog } = await import('./grant-dialog');
      return (ways) => <GrantDialog userId={userId} {...ways} />;
    });
  const points = () =>
    throughDialog(i18n._('Saved'), async () => {
      const { PointsDialog } = await import('./points-dialog');
      return (ways) => <PointsDialog userId={userId} {...ways} />;
    });
  const block = () =>
    throughDialog(i18n._('Account blocked'), async () => {
      const ReasonDialog = await reasonDialog();
      return (ways) => (
        <ReasonDialog
          title={i18n._('Block {email}?', { email })}
          submit={i18n._('Block')}
          intro={<p>{i18n._('Logs the customer out and blocks login. Purchases stay valid.')}</p>}
          act={(reason) => blocking.mutateAsync(reason)}
          {...ways}
        />
      );
    });
  const remove = async () => {
    const gone = await throughDialog(i18n._('Account deleted'), async () => {
      const ReasonDialog = await reasonDialog();
      return (ways) => (
        <ReasonDialog
          title={i18n._('Delete account?')}
          submit={i18n._('Delete')}
          intro={
            <p>
              {i18n._(
                "Only at the customer's request. Erases their name, addresses and vehicle, ends their membership without a refund and voids unused codes. You can't undo this.",
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
        title: i18n._('Unblock account?'),
        text: i18n._('{email} can log in again.', { email }),
        yes: i18n._('Unblock'),
        done: i18n._('Account unblocked'),
      },
      () => unblocking.mutateAsync(undefined),
    );
  const logOut = () =>
    askAndDo(
      {
        title: i18n._('Log out everywhere?'),
        text: i18n._('Ends every session for {email}.', { email }),
        yes: i18n._('Log out'),
        done: i18n._('Logged out everywhere'),
      },
      () => loggingOut.mutateAsync(undefined),
    );
  const confirm = () =>
    askAndDo(
      {
        title: i18n._('Resend confirmation?'),
        text: i18n._("We'll send it to {email}.", { email }),
        yes: i18n._('Resend'),
        done: i18n._('Email sent'),
      },
      () => confirming.mutateAsync(undefined),
    );
  if (userId === me?.userId) {
    return may('changeCustomer') && <p>{i18n._('This is your own account. Ask a teammate to change it.')}</p>;
  }
  const press = { variant: 'outlined', size: 'small' } as const;
  return (
    <div className={styles.actions}>
      {may('grantItem') && (
        <Button {...press} onClick={give}>
          {i18n._('Give free wash…')}
        </Button>
      )}
      {may('adjustPoints') && (
        <Button {...press} onClick={points}>
          {i18n._('Adjust points…')}
        </Button>
      )}
      {may('changeCustomer') && (
        <>
          <Button {...press} onClick={correct}>
            {i18n._('Edit contact details…')}
          </Button>
          <Button {...press} onClick={drive}>
            {i18n._('Edit vehicle…')}
          </Button>
        </>
      )}
      {!account.emailConfirmed && may('sendConfirmation') && (
        <Button {...press} onClick={confirm}>
          {i18n._('Resend confirmation')}
        </Button>
      )}
      {may('logOut') && (
        <Button {...press} onClick={logOut}>
          {i18n._('Log out everywhere')}
        </Button>
      )}
      {may('block') && (
        <Button {...press} color="error" onClick={customer.blocked ? unblock : block}>
          {customer.blocked ? i18n._('Unblock') : i18n._('Block account…')}
        </Button>
      )}
      {may('deleteCustomer') && (
        <Button {...press} color="error" onClick={remove}>
          {i18n._('Delete account…')}
        </Button>
      )}
    </div>
  );
}
