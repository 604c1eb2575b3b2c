import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { IssuedPassword } from '@/shared/api/types';
import { CopyText } from '@/shared/office/copy-text';
import { PanelDialog } from '@/shared/ui/panel-dialog';

/** Password that is shown only once. */
export function PasswordDialog({ issued, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const { email } = issued.member;
  return (
    <PanelDialog title={i18n._('Password for {email}', { email })} onClose={onClose} small>
      <p>{i18n._("Share it securely. You won't see it again; they can change it later.")}</p>
      <CopyText text={issued.password} what={i18n._('Password')} />
      <Button variant="contained" onClick={onClose}>
        {i18n._('Done')}
      </Button>
    </PanelDialog>
  );
}
