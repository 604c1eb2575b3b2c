import { lazy, Suspense } from 'react';
import { useCardDialog } from '../model/card-dialog-state';

const CardDialog = lazy(() => import('./card-dialog').then((m) => ({ default: m.CardDialog })));

export function CardDialogHost() {
  const dialog = useCardDialog();
  return <Suspense>{dialog && <CardDialog dialog={dialog} />}</Suspense>;
}
