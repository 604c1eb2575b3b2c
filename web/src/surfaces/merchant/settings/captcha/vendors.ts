import type { CaptchaVendor } from '@/features/identity/api/captcha';

/** Provider names. */
export const vendors: Record<CaptchaVendor, string> = {
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
};
