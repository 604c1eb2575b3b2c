import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { IconButton } from './icon-button';
import styles from './toast-host.module.css';
import { dismissToast, dismissToastsTo, useToasts } from './toasts';
import { useLift } from './use-lift';

export function ToastHost() {
  const toasts = useToasts();
  const stack = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useLift(stack, toasts.length);
  useEffect(() => dismissToastsTo(pathname), [pathname]);
  return (
    <div ref={stack} className={styles.stack} role="status">
      {toasts.map((toast) => (
        <div key={toast.id} className={styles.toast}>
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <Link className={styles.action} to={toast.action.to} onClick={() => dismissToast(toast.id)}>
              {toast.action.label}
            </Link>
          )}
          <IconButton icon="close" label={i18n._('Close')} size={18} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
