import { held } from './held';

/** The browser's own question whether to put this app on the home screen, which Chromium leaves to the page to ask. */
export type InstallPrompt = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** The question that can be asked now; it can be asked once. */
export const installPrompt = held<InstallPrompt | null>(null);

/** It comes early, and only to who listens by then. It is asked when it is wanted, not when the browser likes. */
export function keepInstallPrompt(event: Event) {
  event.preventDefault();
  installPrompt.write(event as InstallPrompt);
}
