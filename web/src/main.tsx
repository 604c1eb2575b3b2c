import './shared/theme/fonts.css';
import './shared/theme/tokens.css';
import './shared/theme/base.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '@/shared/surface/providers';
import { createQueryClient } from '@/shared/surface/query-client';
import { noteFailedStyles } from '@/shared/ui/load-code';
import { createRouter } from '@/surfaces/shopper/router';
import { restoreDevice } from './shared/api/device';
import { restoreSession } from './shared/api/session';
import { activateLocale } from './shared/i18n/activate';
import { resetOldState } from './shared/lib/state-version';
import { listenToOtherTabs } from './shared/lib/store';
import { site } from './shared/site/boot';
import { followFontSize } from './shared/theme/font-size';
import { followScheme } from './shared/theme/scheme';
import { closeByBack } from './shared/ui/layers';

type Router = ReturnType<typeof createRouter>;

/** The static heading of the shell stays until the first screen is complete, so that nothing flashes. */
function ready(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

async function start() {
  if (await resetOldState()) return location.reload();
  noteFailedStyles();
  followScheme();
  followFontSize();
  listenToOtherTabs();
  await Promise.all([activateLocale(site().locale), restoreSession(), restoreDevice()]);
  const queries = createQueryClient();
  const followRouter = closeByBack();
  const router = createRouter(queries);
  await ready(router);
  followRouter(router);
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

void start();
