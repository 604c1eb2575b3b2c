import type { ProviderAccount } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Asks for a new account; null if none was created. */
export function askForAccount(): Promise<ProviderAccount | null> {
  return openDialog<ProviderAccount>(async () => {
    const { NewAccountDialog } = await import('./new-account-dialog');
    return (settle) => <NewAccountDialog onDone={settle} onClose={() => settle(null)} />;
  });
}
