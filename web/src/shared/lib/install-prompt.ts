import { held } from './held';

/** Browser's install prompt, which Chromium lets the page show. */
export type InstallPrompt = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** Available prompt; it can be shown once. */
export const installPrompt = held<InstallPrompt | null>(null);

/** The event fires early and only once. It is stored so that the prompt can be shown on request. */
export function keepInstallPrompt(event: Event) {
  event.preventDefault();
  installPrompt.write(event as InstallPrompt);
}
