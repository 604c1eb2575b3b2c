import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { StateView } from '@/shared/ui/state-view';

/** Message for an incomplete emailed link; `children` offers an alternative. */
export function IncompleteLink({ children }: { children?: ReactNode }) {
  return (
    <StateView
      icon="alert"
      title={i18n._('This link is incomplete')}
      text={i18n._('Open the link in your email again, or copy the full link.')}
    >
      {children}
    </StateView>
  );
}
