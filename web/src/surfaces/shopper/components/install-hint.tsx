import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { site } from '@/shared/site/boot';
import { IconButton } from '@/shared/ui/icon-button';
import { dismissInstallHint, install, useInstallHint } from '../model/install';
import styles from './install-hint.module.css';

/** Suggests installing the app, until dismissed. */
export function InstallHint() {
  if (!useInstallHint()) return null;
  const title = i18n._('Add to home screen');
  const { companyName } = site();
  return (
    <section className={styles.hint} aria-label={title}>
      <p className={styles.text}>
        {i18n._('Add {companyName} to your home screen to open it quickly, even offline.', {
          companyName,
        })}
      </p>
      <IconButton icon="close" label={i18n._('Dismiss')} onClick={dismissInstallHint} />
      <Button variant="outlined" onClick={install}>
        {title}
      </Button>
    </section>
  );
}
