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
  // Whoever agreed to lose it is not asked again by the browser, as long as it is this that they leave for.
  addEventListener('beforeunload', unasked, { capture: true, once: true });
  if (await reloadApp()) return;
  removeEventListener('beforeunload', unasked, { capture: true });
  toast(i18n._('The Internet connection appears to be offline.'));
}

/** Says that the server has another version of the app, where nobody is disturbed by it and it can be had. */
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
