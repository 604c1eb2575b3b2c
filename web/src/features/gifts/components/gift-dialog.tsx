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
  /** Label of the submit button. */
  action: string;
  gift?: Gift | undefined;
  /** Recipients entered since the last response from the server. */
  recent: Recipient[];
  settle: (gift: Gift | null) => void;
};

function together(recent: Recipient[], past: Recipient[]): Recipient[] {
  const seen = new Set<string>();
  return [...recent, ...past].filter(({ email }) => !seen.has(email) && seen.add(email));
}

/** Dialog for the recipient of a gift. Without known recipients, it only offers a new one. */
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
