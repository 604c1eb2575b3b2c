import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Captcha } from './captcha';
import styles from './captcha-field.module.css';

/** Captcha of a form. Pass its `arm` to the form's `onFocus`. */
export function useCaptcha(): Captcha {
  return useState(() => new Captcha())[0];
}

/** Takes no space until the server requires a captcha. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const host = useRef<HTMLDivElement>(null);
  const widget = useSyncExternalStore(captcha.subscribe, captcha.widget);
  useEffect(() => {
    if (widget) host.current?.replaceChildren(widget);
  }, [widget]);
  if (!widget) return null;
  return <div ref={host} className={styles.field} />;
}
