import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Account } from '@/shared/api/types';
import { useLayer } from '@/shared/ui/layers';
import { lazyPart } from '@/shared/ui/lazy-part';
import { SectionCard } from '@/shared/ui/section-card';
import { AccountFacts } from './account-facts';
import { NoForm } from './no-form';
import { ResendEmailButton } from './resend-email-button';

// Most who look at their account change nothing.
const AccountForm = lazyPart(() => import('./account-form').then((m) => m.AccountForm), NoForm);

export function AccountCard({ account }: { account: Account }) {
  const [editing, setEditing] = useState(false);
  useLayer(() => setEditing(false), editing);
  const edit = !editing && (
    <Button variant="outlined" onClick={() => setEditing(true)}>
      {i18n._('Edit')}
    </Button>
  );
  return (
    <SectionCard title={i18n._('Account info')} action={edit}>
      {editing ? (
        <AccountForm account={account} onDone={() => setEditing(false)} />
      ) : (
        <AccountFacts account={account} />
      )}
      {!account.emailConfirmed && (
        <ResendEmailButton label={i18n._('Re-send email confirmation')} email={account.email} />
      )}
    </SectionCard>
  );
}
