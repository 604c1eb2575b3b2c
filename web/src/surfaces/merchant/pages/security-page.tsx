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
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import { OwnSessions } from '@/features/identity/components/own-sessions';
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
import { unlockAndDo } from '../components/with-password';
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
  toast(i18n._('Two-factor authentication is on'));
  await showCodes(codes);
}

async function addPasskey() {
  const codes = await openDialog<string[]>(async () => {
    const { AddPasskeyDialog } = await import('@/features/identity/components/add-passkey-dialog');
    return (settle) => <AddPasskeyDialog onDone={settle} onClose={() => settle(null)} />;
  });
  if (!codes) return;
  toast(i18n._('Passkey added'));
  await showCodes(codes);
}

function Remove({ factor }: { factor: SecondFactor }) {
  const { mutateAsync } = useMutation(removeSecondFactor);
  const { label, factorId, kind } = factor;
  const remove = async () => {
    const removed = await confirmWithPassword(
      i18n._('Remove {label}?', { label }),
      kind === 'passkey'
        ? i18n._(
            'This passkey no longer works. Without another login method, your password alone lets you log in.',
          )
        : i18n._(
            "This authenticator's codes no longer work. Without another login method, your password alone lets you log in.",
          ),
      i18n._('Remove'),
      (password) => mutateAsync({ factorId, password }),
    );
    if (removed) toast(i18n._('{label} removed', { label }));
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
    const made = await confirmWithPassword(
      i18n._('Create new backup codes?'),
      i18n._('This replaces your current codes.'),
      i18n._('Create new codes'),
      (password) => mutateAsync(password),
    );
    if (made) await showCodes(made.done);
  };
  return (
    <SectionCard title={i18n._('Backup codes')}>
      <p>{i18n._('{left, plural, one {# code left} other {# codes left}}', { left })}</p>
      <Button variant="outlined" onClick={renew}>
        {i18n._('Create new codes')}
      </Button>
    </SectionCard>
  );
}

const requirement = {
  no_one: () => i18n._('Two-factor authentication is optional for your team.'),
  owners: () =>
    i18n._('Two-factor authentication is required for owners and optional for the rest of your team.'),
  team: () => i18n._('Two-factor authentication is required for your team.'),
};

function Team({ isGuarded }: { isGuarded: boolean }) {
  const query = useQuery(staffSecurityQuery());
  const { mutateAsync } = useMutation(setStaffSecurity);
  const demand = () =>
    askAndDo(
      {
        title: i18n._('Require two-factor authentication?'),
        text: i18n._('Teammates without it see only this page until they set it up.'),
        yes: i18n._('Require for team'),
        done: i18n._('Two-factor authentication required'),
      },
      () => mutateAsync(true),
    );
  const makeOptional = () =>
    unlockAndDo(
      {
        title: i18n._('Make two-factor authentication optional?'),
        text: i18n._('Teammates who use it keep it. No one else needs it.'),
        yes: i18n._('Make optional'),
        done: i18n._('Two-factor authentication optional'),
      },
      () => mutateAsync(false),
    );
  return (
    <SectionCard title={i18n._('Your team')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._("Couldn't load security settings")}
      >
        {({ requiredOf }) => (
          <>
            <p>{requirement[requiredOf]()}</p>
            {!isGuarded && requiredOf !== 'team' && (
              <p>{i18n._('Set it up for yourself before you require it.')}</p>
            )}
            <div className={acts.acts}>
              {requiredOf !== 'team' && (
                <Button variant="outlined" disabled={!isGuarded} onClick={demand}>
                  {i18n._('Require for team')}
                </Button>
              )}
              {requiredOf !== 'no_one' && (
                <Button variant="outlined" onClick={makeOptional}>
                  {i18n._('Make optional')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

/** Login security of the person and, for owners, the team's requirements. */
export function SecurityPage() {
  return viewToken() ? <TeamPage /> : <OwnPage />;
}

/** For read-only viewers, who can't see anyone's login methods. */
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
      head: i18n._('Type'),
      cell: ({ kind, otherHost }) => {
        if (kind !== 'passkey') return i18n._('Authenticator');
        return otherHost ? i18n._('Passkey, only at {host}', { host: otherHost }) : i18n._('Passkey');
      },
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
              {i18n._('Add passkey')}
            </Button>
          )}
          <Button variant="contained" onClick={() => addFactor(mutateAsync)}>
            {i18n._('Add authenticator')}
          </Button>
        </div>
      }
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._("Couldn't load login methods")}
      >
        {({ items, recoveryCodesLeft, isRequired }) => (
          <div className={stack.stack}>
            <SectionCard title={i18n._('Two-factor authentication')}>
              {items.length === 0 ? (
                <p>
                  {isRequired
                    ? i18n._(
                        'Your team requires two-factor authentication. Add a passkey or an authenticator to continue.',
                      )
                    : i18n._("Add a second step so a stolen password isn't enough.")}
                </p>
              ) : (
                <DataTable
                  label={i18n._('Login methods')}
                  columns={columns}
                  rows={items}
                  keyOf={({ factorId }) => factorId}
                  actions={(factor) => <Remove factor={factor} />}
                  actionsHead={i18n._('Actions')}
                />
              )}
            </SectionCard>
            {items.length > 0 && <RecoveryCodes left={recoveryCodesLeft} />}
            <OwnSessions />
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
