import { useEffect } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { type CardDialog as State, useCardDialog } from '../model/card-dialog-state';

type Props = { dialog: State };

/** Without its code the form fails as it would without the processor. */
function NoCardDialog({ dialog }: Props) {
  useEffect(() => dialog.said({ event: 'error', ticket: '' }), [dialog]);
  return null;
}

const CardDialog = lazyPart<Props>(() => import('./card-dialog').then((m) => m.CardDialog), NoCardDialog);

export function CardDialogHost() {
  const dialog = useCardDialog();
  return dialog && <CardDialog dialog={dialog} />;
}
