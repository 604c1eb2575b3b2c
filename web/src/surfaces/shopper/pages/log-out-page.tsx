import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { cart } from '@/features/checkout/model/cart';
import { pendingOrder } from '@/features/checkout/model/pending-order';
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
      cart.empty();
      pendingOrder.clear();
      return navigate(paths.home, { replace: true });
    });
  }, [navigate]);
  return (
    <Page title={i18n._('Log Out')} width="narrow" hideTitle>
      <StateView icon="logOut" title={i18n._('Logging out…')} />
    </Page>
  );
}
