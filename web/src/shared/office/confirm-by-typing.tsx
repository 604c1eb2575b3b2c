import { openDialog } from '../ui/open-dialog';

type Question = { title: string; text: string; notes?: string[]; word: string; yes: string };

/** Asks for a typed confirmation. */
export async function confirmByTyping(question: Question): Promise<boolean> {
  const sure = await openDialog<true>(async () => {
    const { TypedConfirmDialog } = await import('./typed-confirm-dialog');
    return (settle) => <TypedConfirmDialog {...question} onDone={settle} onClose={() => settle(null)} />;
  });
  return sure === true;
}
