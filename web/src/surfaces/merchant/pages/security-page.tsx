import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  addSecondFactor,
  confirmSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
  secondFactorsQuery,
  setStaffSecurity,
  staffSecurityQuery,
} from '@/features/identity/api/second-factors';
import { hasPasskeys } from '@/features/identity/model/passkey';
import type { SecondFactor } from '@/shared/api/types';
import { viewToken } from '@/shared/api/view';
import { dateTime, longDate } from '@/shared/format/dates';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import acts from '@/shared/office/page-acts.module.css';
import stack from '@/shared/office/stack.module.css';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { useMay } from '../roles';

async function showCodes(codes: string[]) {
  if (codes.length === 0) return;
  await openDialog<void>(async () => {
    const { RecoveryCodesDialog } = await import('@/features/identity/components/recovery-codes-dialog');
    return (settle) => <RecoveryCodesDialog codes={codes} onClose={() => settle(null)} />;
  });
}

type Confirm = (shown: { factorId: number; code: string }) => Promise<string[]>;

async function addFactor(confirm: Confirm) {
  const codes = await openDialog<string[]>(async () => {
    const { AddFactorDialog } = await import('@/features/identity/components/add-factor-dialog');
    return (settle) => (
      <AddFactorDialog
        add={addSecondFactor}
        confirm={({ factorId }, code) => confirm({ factorId, code })}
        onDone={settle}
        onClose={() => settle(null)}
      />
    );
  });
  if (!codes) return;
  toast(i18n._('From now on you log in with a code, too.'));
  await showCodes(codes);
}

async function addPasskey() {
  const codes = await openDialog<string[]>(async () => {
    const { AddPasskeyDialog } = await import('@/features/identity/components/add-passkey-dialog');
    return (settle) => <AddPasskeyDialog onDone={settle} onClose={() => settle(null)} />;
  });
  if (!codes) return;
  toast(i18n._('From now on you log in with your passkey, too.'));
  await showCodes(codes);
}

/** Asks for the password before `act`. */
function withPassword<T>(title: string, text: string, submit: string, act: (password: string) => Promise<T>) {
  return openDialog<{ done: T }>(async () => {
    const { PasswordDialog } = await import('@/features/identity/components/password-dialog');
    return (settle) => (
      <PasswordDialog
        title={title}
        submit={submit}
        send={async (password) => settle({ done: await act(password) })}
        onClose={() => settle(null)}
        cancel
      >
        <p>{text}</p>
      </PasswordDialog>
    );
  });
}

function Remove({ factor }: { factor: SecondFactor }) {
  const { mutateAsync } = useMutation(removeSecondFactor);
  const { label, factorId, kind } = factor;
  const remove = async () => {
    const removed = await withPassword(
      i18n._('Remove {label}?', { label }),
      kind === 'passkey'
        ? i18n._('It opens nothing any more. Without another one, your password alone lets you in.')
        : i18n._(
            'Its codes are good for nothing any more. Without another one, your password alone lets you in.',
          ),
      i18n._('Remove'),
      (password) => mutateAsync({ factorId, password }),
    );
    if (removed) toast(i18n._('{label} is removed.', { label }));
  };
  return (
    <Button
      size="small"
      variant="text"
      color="error"
      onClick={remove}
      aria-label={i18n._('Remove: {label}', { label })}
    >
      {i18n._('Remove')}
    </Button>
  );
}

function RecoveryCodes({ left }: { left: number }) {
  const { mutateAsync } = useMutation(makeRecoveryCodes);
  const renew = async () => {
    const made = await withPassword(
      i18n._('Make new recovery codes?'),
      i18n._('Those that you have are good for nothing any more.'),
      i18n._('Make new ones'),
      (password) => mutateAsync(password),
    );
    if (made) await showCodes(made.done);
  };
  return (
    <SectionCard title={i18n._('Recovery codes')}>
      <p>{i18n._('{left, plural, one {# code is left.} other {# codes are left.}}', { left })}</p>
      <Button variant="outlined" onClick={renew}>
        {i18n._('Make new ones')}
      </Button>
    </SectionCard>
  );
}

function Team({ isGuarded }: { isGuarded: boolean }) {
  const query = useQuery(staffSecurityQuery());
  const { mutateAsync } = useMutation(setStaffSecurity);
  const decide = (required: boolean) =>
    askAndDo(
      required
        ? {
            title: i18n._('Require a second factor of everybody?'),
            text: i18n._('Whoever on your team has none sees nothing but this page until they add one.'),
            yes: i18n._('Require it'),
            done: i18n._('Everybody on your team needs a second factor now.'),
          }
        : {
            title: i18n._('Leave it to each of them?'),
            text: i18n._('Whoever has a second factor keeps it; the others need none.'),
            yes: i18n._('Leave it to them'),
            done: i18n._('Nobody on your team has to have a second factor.'),
          },
      () => mutateAsync(required),
    );
  return (
    <SectionCard title={i18n._('Your team')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._('Unable to get this')}
      >
        {({ secondFactorRequired }) => (
          <>
            <p>
              {secondFactorRequired
                ? i18n._('Everybody on your team must have a second factor.')
                : i18n._('Each of your people decides whether to have a second factor.')}
            </p>
            {!isGuarded && !secondFactorRequired && (
              <p>{i18n._('To require it of others, add one of your own first.')}</p>
            )}
            <Button
              variant="outlined"
              disabled={!isGuarded && !secondFactorRequired}
              onClick={() => decide(!secondFactorRequired)}
            >
              {secondFactorRequired ? i18n._('Leave it to them') : i18n._('Require it')}
            </Button>
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

/** With what one logs in, besides the password; and, for owners, what they ask of their people. */
export function SecurityPage() {
  return viewToken() ? <TeamPage /> : <OwnPage />;
}

/** For who only looks into the site: what somebody logs in with is nobody else's to see. */
function TeamPage() {
  return (
    <Page>
      <Team isGuarded />
    </Page>
  );
}

function OwnPage() {
  const may = useMay();
  const query = useQuery(secondFactorsQuery());
  const { mutateAsync } = useMutation(confirmSecondFactor);
  const columns: [Column<SecondFactor>, ...Column<SecondFactor>[]] = [
    { id: 'label', head: i18n._('Name'), cell: ({ label }) => label },
    {
      id: 'kind',
      head: i18n._('Kind'),
      cell: ({ kind }) => (kind === 'passkey' ? i18n._('Passkey') : i18n._('Authenticator')),
    },
    { id: 'since', head: i18n._('Since'), cell: ({ createdAt }) => longDate(createdAt) },
    {
      id: 'used',
      head: i18n._('Last used'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : i18n._('Never')),
      numeric: true,
    },
  ];
  return (
    <Page
      aside={
        <div className={acts.acts}>
          {hasPasskeys() && (
            <Button variant="outlined" onClick={addPasskey}>
              {i18n._('Add a passkey')}
            </Button>
          )}
          <Button variant="contained" onClick={() => addFactor(mutateAsync)}>
            {i18n._('Add an authenticator')}
          </Button>
        </div>
      }
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._('Unable to get your second factors')}
      >
        {({ items, recoveryCodesLeft, isRequired }) => (
          <div className={stack.stack}>
            <SectionCard title={i18n._('Second factor')}>
              {items.length === 0 ? (
                <p>
                  {isRequired
                    ? i18n._('Your team needs a second factor. Add a passkey or an authenticator to go on.')
                    : i18n._('Your password alone lets you in. A code besides keeps out whoever learns it.')}
                </p>
              ) : (
                <DataTable
                  label={i18n._('Second factors')}
                  columns={columns}
                  rows={items}
                  keyOf={({ factorId }) => factorId}
                  actions={(factor) => <Remove factor={factor} />}
                  actionsHead={i18n._('Actions')}
                />
              )}
            </SectionCard>
            {items.length > 0 && <RecoveryCodes left={recoveryCodesLeft} />}
            {/* Who has yet to add one is not told more. */}
            {may('requireSecondFactor') && (items.length > 0 || !isRequired) && (
              <Team isGuarded={items.length > 0} />
            )}
          </div>
        )}
      </QueryView>
    </Page>
  );
}
