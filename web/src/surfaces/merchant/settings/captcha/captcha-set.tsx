import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { captchaQuery } from '@/features/identity/api/captcha';
import { vendors } from './vendors';

/** Current captcha provider. */
export function CaptchaSet() {
  const { data } = useQuery(captchaQuery());
  if (!data) return null;
  return data.vendor ? vendors[data.vendor] : i18n._('Built-in');
}
