import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { activateLocale } from '@/shared/i18n/activate';
import { resetBoot } from '@/shared/site/boot';
import { server } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { resetDialogs } from '@/shared/ui/dialog-stack';

// The code of a page comes when it is opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(async () => {
  await activateLocale('en-US');
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => openSite());
afterEach(() => {
  cleanup();
  // Files share their modules: what one leaves open must not lie over the page of another.
  resetDialogs();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  resetBoot();
});
afterAll(() => server.close());
