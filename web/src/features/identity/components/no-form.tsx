import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { toast } from '@/shared/ui/toasts';

/** In the place of a form whose code did not come: says so, and leaves what was to be edited as it is. */
export function NoForm({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    toast(i18n._('The Internet connection appears to be offline.'));
    onDone();
  }, [onDone]);
  return null;
}
