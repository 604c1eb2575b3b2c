import { i18n } from '@lingui/core';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';

/** Page for unknown URLs. */
export function NotFoundPage() {
  const title = i18n._('404, Page Not Found.');
  return (
    <Page title={title} hideTitle>
      <StateView icon="alert" title={title} />
    </Page>
  );
}
