import { i18n } from '@lingui/core';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import styles from './install-dialog.module.css';

/** How an app comes onto the home screen where no browser asks. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  return (
    <PanelDialog title={i18n._('Add to home screen')} onClose={onClose} small>
      <ol className={styles.steps}>
        <li>{i18n._('In your browser, press Share: the square with an arrow that points up.')}</li>
        <li>{i18n._('Choose “Add to Home Screen”.')}</li>
        <li>{i18n._('Press “Add”.')}</li>
      </ol>
    </PanelDialog>
  );
}
