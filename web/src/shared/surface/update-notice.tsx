import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useOnline } from '../lib/online';
import { toast } from '../ui/toasts';
import { useIsUndisturbed } from '../ui/undisturbed';
import { hasUnsaved, mayLose } from '../ui/unsaved';
import { reloadApp } from './reload-app';
import { useUpdate } from './update';
import styles from './update-notice.module.css';

const unasked = (event: Event) => event.stopImmediatePropagation();

async function update() {
  if (hasUnsaved() && !(await mayLose())) return;
  // The person agreed to lose it, so the browser must not ask again.
  addEventListener('beforeunload', unasked, { capture: true, once: true });
  if (await reloadApp()) return;
  removeEventListener('beforeunload', unasked, { capture: true });
  toast(i18n._('The Internet connection appears to be offline.'));
}

/** Offers a new version of the app when it is available and interrupts no one. */
export function UpdateNotice() {
  const { version, dismiss } = useUpdate();
  const undisturbed = useIsUndisturbed();
  const shown = useOnline() && version !== null && !undisturbed;
  return (
    <div role="status">
      {shown && (
        <div className={styles.notice}>
          <span className={styles.text}>{i18n._('A new version is available.')}</span>
          <Button size="small" color="inherit" variant="outlined" onClick={update}>
            {i18n._('Update')}
          </Button>
          <Button size="small" color="inherit" onClick={dismiss}>
            {i18n._('Dismiss')}
          </Button>
        </div>
      )}
    </div>
  );
}
