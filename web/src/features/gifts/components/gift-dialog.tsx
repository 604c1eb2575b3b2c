import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Gift, Recipient } from '@/shared/api/types';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { Skeleton } from '@/shared/ui/skeleton';
import { recipientsQuery } from '../api/recipients';
import { GiftForm } from './gift-form';

type Props = {
  product: string;
  /** What the button that ends the form does. */
  action: string;
  gift?: Gift | undefined;
  /** Whom the customer named since the server was asked. */
  recent: Recipient[];
  settle: (gift: Gift | null) => void;
};

function together(recent: Recipient[], past: Recipient[]): Recipient[] {
  const seen = new Set<string>();
  return [...recent, ...past].filter(({ email }) => !seen.has(email) && seen.add(email));
}

/** For whom a product is. Without the past recipients (no answer) everybody is somebody new. */
export function GiftDialog({ product, action, gift, recent, settle }: Props) {
  const past = useQuery(recipientsQuery());
  const recipients = useMemo(() => together(recent, past.data ?? []), [recent, past.data]);
  return (
    <PanelDialog title={i18n._('Gift: {product}', { product })} onClose={() => settle(null)}>
      {past.isPending ? (
        <Skeleton count={1} height={420} />
      ) : (
        <GiftForm product={product} recipients={recipients} gift={gift} action={action} onDone={settle} />
      )}
    </PanelDialog>
  );
}
