import './shared/theme/fonts.css';
import './shared/theme/tokens.css';
import './shared/theme/base.css';
import './shared/theme/first-sight.css';
import { surfaceAt } from './app/surfaces';
import { restoreDevice } from './shared/api/device';
import { currentSession, restoreSession } from './shared/api/session';
import { beginView } from './shared/api/view';
import { followLocale } from './shared/i18n/locale';
import { keepInstallPrompt } from './shared/lib/install-prompt';
import { resetOldState } from './shared/lib/state-version';
import { listenToOtherTabs } from './shared/lib/store';
import { isPreview } from './shared/preview/protocol';
import { boot } from './shared/site/boot';
import { start } from './shared/surface/start';
import { followFontSize } from './shared/theme/font-size';
import { followScheme } from './shared/theme/scheme';
import { noteFailedStyles } from './shared/ui/load-code';

/** Whether the page knows its site. Otherwise, shows an error and stops. */
async function knowsItsSite(): Promise<boolean> {
  try {
    boot();
    return true;
  } catch {
    const { showBrokenSite } = await import('./shared/surface/broken-site');
    showBrokenSite();
    return false;
  }
}

async function main() {
  if (location.pathname.toLowerCase() === '/viewas') return beginView();
  if (isPreview()) await (await import('./shared/preview/take-draft')).takeDraft();
  if (!(await knowsItsSite())) return;
  if (await resetOldState()) return location.reload();
  const entry = surfaceAt(location.pathname);
  document.documentElement.dataset.surface = entry.name;
  // The shell's initial content is for visitors from outside.
  document.documentElement.toggleAttribute('data-inside', currentSession() !== null);
  void import('./shared/surface/report-uncaught').then((uncaught) => uncaught.reportUncaught());
  noteFailedStyles();
  addEventListener('beforeinstallprompt', keepInstallPrompt);
  followScheme();
  followFontSize();
  listenToOtherTabs();
  const [surface] = await Promise.all([entry.load(), followLocale(), restoreSession(), restoreDevice()]);
  await start(surface);
}

void main();
