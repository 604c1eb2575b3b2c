import { i18n } from '@lingui/core';
import { StateView } from '@/shared/ui/state-view';

export function IncompleteLink() {
  return (
    <StateView
      icon="alert"
      title={i18n._('This link is not complete')}
      text={i18n._('Open the link in your email once more, or copy all of it.')}
    />
  );
}
