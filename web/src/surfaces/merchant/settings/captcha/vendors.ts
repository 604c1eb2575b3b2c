import type { CaptchaVendor } from '@/features/identity/api/captcha';

/** What the vendors call themselves. */
export const vendors: Record<CaptchaVendor, string> = {
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
};
