import { useEffect } from 'react';
import { useHeld } from '@/shared/lib/held';
import { installPrompt } from '@/shared/lib/install-prompt';
import { flag, stored, useStored } from '@/shared/lib/stored';
import { site } from '@/shared/site/boot';
import { openDialog } from '@/shared/ui/open-dialog';
import { storeOf } from './app-store';

/** Hints dismissed on this device. */
const dismissed = stored('install-dismissed', flag);

function isInstalled(): boolean {
  const onApple = (navigator as { standalone?: boolean }).standalone === true;
  return onApple || matchMedia('(display-mode: standalone)').matches;
}

/** Whether an Apple device can install it manually; in-app browsers can't. */
function hasShareMenu(): boolean {
  return storeOf(navigator) === 'apple' && /Safari\//.test(navigator.userAgent);
}

/** Whether this app can be installed here. */
export function useCanInstall(): boolean {
  const prompt = useHeld(installPrompt);
  useEffect(() => {
    const forget = () => installPrompt.write(null);
    addEventListener('appinstalled', forget);
    return () => removeEventListener('appinstalled', forget);
  }, []);
  return site().has_app && !isInstalled() && (prompt !== null || hasShareMenu());
}

/** Whether to suggest the installation unprompted. */
export function useInstallHint(): boolean {
  const unwanted = useStored(dismissed) ?? false;
  return useCanInstall() && !unwanted;
}

export const dismissInstallHint = () => dismissed.write(true);

/** Shows the browser's prompt, or instructions in browsers without one. */
export async function install(): Promise<void> {
  const prompt = installPrompt.read();
  if (!prompt) {
    await openDialog<void>(async () => {
      const { InstallDialog } = await import('../components/install-dialog');
      return (settle) => <InstallDialog onClose={() => settle(null)} />;
    });
    return;
  }
  installPrompt.write(null);
  await prompt.prompt();
  if ((await prompt.userChoice).outcome === 'dismissed') dismissInstallHint();
}
