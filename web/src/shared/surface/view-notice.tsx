import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { readClaims } from '../api/jwt';
import { onSessionEnded } from '../api/refresh';
import { endView, viewToken } from '../api/view';
import { pageLocale } from '../i18n/locale';
import styles from './view-notice.module.css';

/** End of the view in the viewer's local time; null if the token doesn't contain it. */
function endOf(token: string): string | null {
  try {
    const { exp } = readClaims(token);
    const clock = new Intl.DateTimeFormat(pageLocale(), { hour: 'numeric', minute: '2-digit' });
    return clock.format(new Date(exp * 1000));
  } catch {
    return null;
  }
}

/** Closes the tab, which the console opened. If that fails, shows the public shop. */
function leave() {
  endView();
  window.close();
  location.replace('/');
}

/** Banner on every page while Suds staff view the site read-only. */
export function ViewNotice() {
  useEffect(() => onSessionEnded(() => location.reload()), []);
  const token = viewToken();
  if (!token) return null;
  const until = endOf(token);
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>
        {until
          ? i18n._("You're viewing this site as staff until {until}. You can't make changes.", {
              until,
            })
          : i18n._("You're viewing this site as staff. You can't make changes.")}
      </span>
      <Button size="small" color="inherit" variant="outlined" onClick={leave}>
        {i18n._('Exit view')}
      </Button>
    </div>
  );
}
