import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  archiveProducts,
  deleteExamples,
  deleteProduct,
  moveProduct,
  type ProductRecord,
} from '@/features/catalog/api/admin-products';
import { askAndDo } from '@/shared/office/ask-and-do';
import { attempt } from '@/shared/office/attempt';
import { BusyButton } from '@/shared/ui/busy-button';
import { toast } from '@/shared/ui/toasts';
import { MoveButtons } from '../components/move-buttons';
import { type Neighbours, neighboursOf as standing } from '../components/neighbours';
import { addressOf } from '../table';

/** Archives products after a confirmation, or unarchives them; returns whether it did. */
export function useArchive() {
  const { mutateAsync, isPending } = useMutation(archiveProducts);
  const archive = (records: ProductRecord[]) => {
    const [first] = records;
    const count = records.length;
    const name = first?.product.name ?? '';
    const several = count > 1;
    return askAndDo(
      {
        title: several ? i18n._('Archive {count} products?', { count }) : i18n._('Archive {name}?', { name }),
        text: several
          ? i18n._(
              "Customers can't buy them anymore. Existing orders, codes and memberships aren't affected. You can unarchive them anytime.",
            )
          : i18n._(
              "Customers can't buy it anymore. Existing orders, codes and memberships aren't affected. You can unarchive it anytime.",
            ),
        yes: i18n._('Archive'),
        done: several ? i18n._('{count} products archived', { count }) : i18n._('{name} archived', { name }),
      },
      () => mutateAsync({ ids: records.map(({ productId }) => productId), archived: true }),
    );
  };
  const restore = async (records: ProductRecord[]) => {
    const ids = records.map(({ productId }) => productId);
    const done = await attempt(() => mutateAsync({ ids, archived: false }));
    if (done)
      toast(records.some(({ example }) => example) ? i18n._('On sale') : i18n._('Product unarchived'));
    return done;
  };
  return { archive, restore, busy: isPending };
}

/** Deletes an example. No confirmation is needed, because no one can have bought it. It may have gone on sale meanwhile. */
function useRemoveExample() {
  const { mutateAsync, isPending } = useMutation(deleteExamples);
  const remove = async ({ productId, product }: ProductRecord) => {
    const { name } = product;
    await attempt(async () => {
      const { deleted } = await mutateAsync(productId);
      toast(
        deleted > 0 ? i18n._('{name} removed', { name }) : i18n._('{name} is no longer an example', { name }),
      );
    });
  };
  return { remove, removing: isPending };
}

/** Asks, then deletes a product that was never sold. */
function useDelete() {
  const { mutateAsync, isPending } = useMutation(deleteProduct);
  const remove = ({ productId, product: { name } }: ProductRecord) =>
    askAndDo(
      {
        title: i18n._('Delete {name}?', { name }),
        text: i18n._("Only products that were never sold can be deleted. You can't undo this."),
        yes: i18n._('Delete'),
        done: i18n._('{name} deleted', { name }),
      },
      () => mutateAsync(productId),
    );
  return { remove, deleting: isPending };
}

const alike = (one: ProductRecord, other: ProductRecord) =>
  other.archived === one.archived &&
  other.example === one.example &&
  other.product.productType === one.product.productType &&
  other.product.price === one.product.price;

/** Adjacent products with the same price, because the shop sorts by descending price first. */
export function neighboursOf(all: ProductRecord[], one: ProductRecord): Neighbours<ProductRecord> {
  return standing(all, one, alike);
}

type Props = { record: ProductRecord; neighbours: Neighbours<ProductRecord> };

/** Product actions other than editing. */
export function ProductActions({ record, neighbours: { above, below } }: Props) {
  const { archive, restore, busy } = useArchive();
  const { remove, removing } = useRemoveExample();
  const { remove: deleteOne, deleting } = useDelete();
  const { mutateAsync: move, isPending: moving } = useMutation(moveProduct);
  const { name } = record.product;
  const small = { size: 'small', variant: 'text' } as const;
  return (
    <>
      <MoveButtons
        id={record.productId}
        name={name}
        above={above?.productId}
        below={below?.productId}
        busy={moving}
        put={move}
      />
      <Button
        {...small}
        component={Link}
        to={`${addressOf('products')}/new?copy=${record.productId}`}
        aria-label={i18n._('Duplicate: {name}', { name })}
      >
        {i18n._('Duplicate')}
      </Button>
      {record.example && (
        <>
          <BusyButton
            {...small}
            busy={busy}
            onClick={() => restore([record])}
            aria-label={i18n._('Put on sale: {name}', { name })}
          >
            {i18n._('Put on sale')}
          </BusyButton>
          <BusyButton
            {...small}
            color="error"
            busy={removing}
            onClick={() => remove(record)}
            aria-label={i18n._('Remove: {name}', { name })}
          >
            {i18n._('Remove')}
          </BusyButton>
        </>
      )}
      {record.archived && (
        <BusyButton
          {...small}
          busy={busy}
          onClick={() => restore([record])}
          aria-label={i18n._('Unarchive: {name}', { name })}
        >
          {i18n._('Unarchive')}
        </BusyButton>
      )}
      {!record.archived && !record.example && (
        <BusyButton
          {...small}
          color="error"
          busy={busy}
          onClick={() => archive([record])}
          aria-label={i18n._('Archive: {name}', { name })}
        >
          {i18n._('Archive')}
        </BusyButton>
      )}
      {!record.example && record.deletable && (
        <BusyButton
          {...small}
          color="error"
          busy={deleting}
          onClick={() => deleteOne(record)}
          aria-label={i18n._('Delete: {name}', { name })}
        >
          {i18n._('Delete')}
        </BusyButton>
      )}
    </>
  );
}
