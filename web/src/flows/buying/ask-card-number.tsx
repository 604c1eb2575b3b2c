import { openDialog } from '@/shared/ui/open-dialog';

/** Number of the gift card to reload, digits only. */
export function askCardNumber(
  product: string,
  cardNumber: string,
  complaint?: string,
): Promise<string | null> {
  return openDialog<string>(async () => {
    const { ReloadDialog } = await import('@/features/gift-cards/components/reload-dialog');
    return (settle) => (
      <ReloadDialog product={product} cardNumber={cardNumber} complaint={complaint} settle={settle} />
    );
  });
}
