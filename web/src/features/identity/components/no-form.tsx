import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { toast } from '@/shared/ui/toasts';

/** Shown if a form's code can't be loaded. Leaves the data unchanged. */
export function NoForm({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    toast(i18n._('The Internet connection appears to be offline.'));
    onDone();
  }, [onDone]);
  return null;
}
