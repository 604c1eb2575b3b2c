import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { forgetMailedLink } from '@/features/identity/model/mailed-link';
import { activateLocale } from '@/shared/i18n/activate';
import { resetBoot } from '@/shared/site/boot';
import { server } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { resetDialogs } from '@/shared/ui/dialog-stack';
import { resetToasts } from '@/shared/ui/toasts';

// A page's code is loaded when it is opened, which takes time on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(async () => {
  await activateLocale('en-US');
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => openSite());
afterEach(() => {
  cleanup();
  // Test files share modules: close dialogs left open by another file.
  resetDialogs();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  resetBoot();
  forgetMailedLink();
  resetToasts();
});
afterAll(() => server.close());
