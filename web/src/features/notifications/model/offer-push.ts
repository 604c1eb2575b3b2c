import { i18n } from '@lingui/core';
import { flag, stored } from '@/shared/lib/stored';
import { toast } from '@/shared/ui/toasts';
import { canPush } from './push';

/** Whether it was already offered on this device; afterward, it is only in the options. */
const offered = stored('push-offered', flag);

/**
 * Offers push notifications after a purchase. Loads the code first, then links to the options, where the
 * browser prompts.
 */
export function offerPush(options: string) {
  if (!canPush() || Notification.permission !== 'default' || offered.read()) return;
  offered.write(true);
  const text = i18n._('Get notified on this device about gifts and your wash club.');
  toast(text, { label: i18n._('Options'), to: options });
}
