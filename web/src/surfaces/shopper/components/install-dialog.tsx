import { i18n } from '@lingui/core';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import styles from './install-dialog.module.css';

/** Installation instructions for browsers without a prompt. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  return (
    <PanelDialog title={i18n._('Add to home screen')} onClose={onClose} small>
      <ol className={styles.steps}>
        <li>{i18n._('In your browser, tap Share (the square with an up arrow).')}</li>
        <li>{i18n._('Tap “Add to Home Screen”.')}</li>
        <li>{i18n._('Tap “Add”.')}</li>
      </ol>
    </PanelDialog>
  );
}
