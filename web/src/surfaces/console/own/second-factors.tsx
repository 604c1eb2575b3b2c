import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import { dateTime, longDate } from '@/shared/format/dates';
import { type Column, DataTable } from '@/shared/office/data-table';
import { openDialog } from '@/shared/ui/open-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { consoleKeys } from '../api/keys';
import {
  addSecondFactor,
  confirmSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
  secondFactorsQuery,
} from '../api/second-factors';

type Factor = { factorId: string; label: string; createdAt: string; lastUsedAt?: string | null };

async function showCodes(codes: string[]) {
  if (codes.length === 0) return;
  await openDialog<void>(async () => {
    const { RecoveryCodesDialog } = await import('@/features/identity/components/recovery-codes-dialog');
    return (settle) => <RecoveryCodesDialog codes={codes} onClose={() => settle(null)} />;
  });
}

function Remove({ factor: { factorId, label } }: { factor: Factor }) {
  const { mutateAsync } = useMutation(removeSecondFactor);
  const remove = async () => {
    const removed = await confirmWithPassword(
      i18n._('Remove {label}?', { label }),
      i18n._(
        'Its codes will stop working. Without another authenticator, only your password protects your account.',
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

/** Second factors for logging in. */
export function SecondFactors() {
  const query = useQuery(secondFactorsQuery());
  const client = useQueryClient();
  const renewal = useMutation(makeRecoveryCodes);
  const add = async () => {
    const codes = await openDialog<string[]>(async () => {
      const { AddFactorDialog } = await import('@/features/identity/components/add-factor-dialog');
      return (settle) => (
        <AddFactorDialog
          add={addSecondFactor}
          confirm={({ factorId }, code) => confirmSecondFactor(factorId, code)}
          onDone={settle}
          onClose={() => settle(null)}
        />
      );
    });
    if (!codes) return;
    await Promise.all([
      client.invalidateQueries({ queryKey: secondFactorsQuery().queryKey }),
      client.invalidateQueries({ queryKey: consoleKeys.me() }),
      client.invalidateQueries({ queryKey: consoleKeys.sessions() }),
    ]);
    toast(i18n._('Two-factor authentication is on'));
    await showCodes(codes);
  };
  const renew = async () => {
    const made = await confirmWithPassword(
      i18n._('Create new backup codes?'),
      i18n._('This replaces your current codes.'),
      i18n._('Create codes'),
      (password) => renewal.mutateAsync(password),
    );
    if (made) await showCodes(made.done);
  };
  const columns: [Column<Factor>, ...Column<Factor>[]] = [
    { id: 'label', head: i18n._('Authenticator'), cell: ({ label }) => label },
    { id: 'since', head: i18n._('Added'), cell: ({ createdAt }) => longDate(createdAt) },
    {
      id: 'used',
      head: i18n._('Last used'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : i18n._('Never')),
      numeric: true,
    },
  ];
  return (
    <SectionCard
      title={i18n._('Two-factor authentication')}
      action={
        <Button variant="outlined" size="small" onClick={add}>
          {i18n._('Add authenticator')}
        </Button>
      }
    >
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._("Couldn't load your authenticators")}
      >
        {({ items, recoveryCodesLeft: left }) =>
          items.length === 0 ? (
            <p>{i18n._("Add a second step so a stolen password isn't enough.")}</p>
          ) : (
            <>
              <DataTable
                label={i18n._('Authenticators')}
                columns={columns}
                rows={items}
                keyOf={({ factorId }) => factorId}
                actions={(factor) => <Remove factor={factor} />}
                actionsHead={i18n._('Actions')}
              />
              <p>
                {i18n._(
                  '{left, plural, one {You have # backup code left.} other {You have # backup codes left.}}',
                  {
                    left,
                  },
                )}
              </p>
              <Button variant="outlined" onClick={renew}>
                {i18n._('Create new backup codes')}
              </Button>
            </>
          )
        }
      </QueryView>
    </SectionCard>
  );
}
