import { i18n } from '@lingui/core';
import { toast } from '@/shared/ui/toasts';

/** Copies a text to the clipboard and shows whether it worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(i18n._('Link copied'));
  } catch {
    toast(i18n._("Couldn't copy. Copy the link manually."));
  }
}

/** Shares a link through the device. If that is unavailable or fails, copies it. */
export async function shareLink(title: string, url: string): Promise<void> {
  const data = { title, url };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      // Closing the share sheet isn't an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copyText(url);
}
