import { openDialog } from '@/shared/ui/open-dialog';

/** The number of the gift card to be reloaded, digits only. */
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
