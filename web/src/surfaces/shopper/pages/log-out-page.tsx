import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { forgetPurchase } from '@/features/checkout/model/forget-purchase';
import { endSession } from '@/features/identity/api/sessions';
import { paths } from '@/shared/site/routes';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';

export function LogOutPage() {
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void endSession().then(() => {
      forgetPurchase();
      return navigate(paths.home, { replace: true });
    });
  }, [navigate]);
  return (
    <Page title={i18n._('Log Out')} width="narrow" hideTitle>
      <StateView icon="logOut" title={i18n._('Logging out…')} />
    </Page>
  );
}
