import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { IssuedPassword } from '@/shared/api/types';
import { CopyText } from '@/shared/office/copy-text';
import { PanelDialog } from '@/shared/ui/panel-dialog';

/** A password that is told this once. */
export function PasswordDialog({ issued, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const { email } = issued.member;
  return (
    <PanelDialog title={i18n._('Password of {email}', { email })} onClose={onClose} small>
      <p>{i18n._('Hand it to them on a safe way. It is not shown again; they can choose another one.')}</p>
      <CopyText text={issued.password} what={i18n._('Password')} />
      <Button variant="contained" onClick={onClose}>
        {i18n._('I have it')}
      </Button>
    </PanelDialog>
  );
}
