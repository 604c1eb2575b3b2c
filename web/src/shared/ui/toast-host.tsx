import { i18n } from '@lingui/core';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { IconButton } from './icon-button';
import styles from './toast-host.module.css';
import { dismissToast, dismissToastsTo, setToastUse, useToasts } from './toasts';
import { useLift } from './use-lift';

/** Dialogs hide everything else from screen readers; toasts are announced above them. */
function staysAudible(stack: HTMLElement | null) {
  if (!stack) return undefined;
  const show = () => stack.hasAttribute('aria-hidden') && stack.removeAttribute('aria-hidden');
  show();
  const changes = new MutationObserver(show);
  changes.observe(stack, { attributeFilter: ['aria-hidden'] });
  return () => changes.disconnect();
}

export function ToastHost() {
  const toasts = useToasts();
  const stack = useRef<HTMLDivElement>(null);
  const [isPointed, point] = useState(false);
  const [isFocused, focus] = useState(false);
  const { pathname } = useLocation();
  const isUsed = toasts.length > 0 && (isPointed || isFocused);
  useLift(stack, toasts.length);
  useEffect(() => dismissToastsTo(pathname), [pathname]);
  useEffect(() => staysAudible(stack.current), []);
  useEffect(() => setToastUse(isUsed), [isUsed]);
  useEffect(() => {
    // Elements that are removed report neither.
    if (toasts.length > 0) return;
    point(false);
    focus(false);
  }, [toasts.length]);
  const blur = ({ relatedTarget }: FocusEvent) => focus(Boolean(stack.current?.contains(relatedTarget)));
  return createPortal(
    <div
      ref={stack}
      className={styles.stack}
      role="status"
      data-focus-region
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => focus(true)}
      onBlur={blur}
    >
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
    </div>,
    document.body,
  );
}
