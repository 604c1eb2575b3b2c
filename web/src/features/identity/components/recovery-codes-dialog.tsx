import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { saveFile } from '@/shared/lib/save-file';
import { boot } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import styles from './second-factor.module.css';

/** Shows backup codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () =>
    saveFile(
      new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
      `${boot().subdomain}-recovery-codes.txt`,
    );
  return (
    <PanelDialog title={i18n._('Backup codes')} onClose={onClose}>
      <p>
        {i18n._(
          "Use a backup code to log in if you lose your authenticator. Each code works once. Save them somewhere safe. You won't see them again.",
        )}
      </p>
      <ul className={styles.codes} aria-label={i18n._('Backup codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="outlined" onClick={save}>
        {i18n._('Download codes')}
      </Button>
      <Button variant="contained" onClick={onClose}>
        {i18n._("I've saved my codes")}
      </Button>
    </PanelDialog>
  );
}
