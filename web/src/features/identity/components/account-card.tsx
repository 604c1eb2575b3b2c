import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { Account } from '@/shared/api/types';
import { useKeptState } from '@/shared/lib/use-kept-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { SectionCard } from '@/shared/ui/section-card';
import { LeavingScope, useLeaving } from '@/shared/ui/unsaved';
import { AccountFacts } from './account-facts';
import { NoForm } from './no-form';
import { ResendEmailButton } from './resend-email-button';

// Most people don't edit their account.
const AccountForm = lazyPart(() => import('./account-form').then((m) => m.AccountForm), NoForm);

export function AccountCard({ account }: { account: Account }) {
  const [editing, setEditing] = useKeptState('account', false);
  const done = () => setEditing(false);
  const { scope } = useLeaving(done, { open: editing });
  const edit = !editing && (
    <Button variant="outlined" onClick={() => setEditing(true)}>
      {i18n._('Edit')}
    </Button>
  );
  return (
    <SectionCard title={i18n._('Account info')} action={edit}>
      {editing ? (
        <LeavingScope value={scope}>
          <AccountForm account={account} onDone={done} />
        </LeavingScope>
      ) : (
        <AccountFacts account={account} />
      )}
      {!account.emailConfirmed && (
        <ResendEmailButton label={i18n._('Re-send email confirmation')} email={account.email} />
      )}
    </SectionCard>
  );
}
