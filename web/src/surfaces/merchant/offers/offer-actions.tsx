import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { moveOffer, type OfferKind, withdrawOffer } from '@/features/offers/api/admin-offers';
import { ApiError } from '@/shared/api/api-error';
import type { OfferRecord } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import { BusyButton } from '@/shared/ui/busy-button';
import { ChosenBar } from '../components/chosen-bar';
import { MoveButtons } from '../components/move-buttons';
import type { Neighbours } from '../components/neighbours';

type Props = {
  record: OfferRecord;
  kind: OfferKind;
  /** Items it can be moved past. */
  neighbours: Neighbours<OfferRecord>;
  /** Path of the form for a copy. */
  copy: string;
};

/** Offer actions other than editing. */
export function OfferActions({ record, kind, neighbours: { above, below }, copy }: Props) {
  const { mutateAsync, isPending } = useMutation(withdrawOffer(kind));
  const { mutateAsync: move, isPending: moving } = useMutation(moveOffer(kind));
  const { name } = record.offer;
  const withdraw = () =>
    askAndDo(
      {
        title: i18n._('Withdraw {name}?', { name }),
        text: i18n._("Blocks new claims and revokes unused ones. You can't undo this."),
        word: name,
        yes: i18n._('Withdraw'),
        done: i18n._('{name} withdrawn', { name }),
      },
      () => mutateAsync(record.id),
    );
  return (
    <>
      <MoveButtons id={record.id} name={name} above={above?.id} below={below?.id} busy={moving} put={move} />
      <Button
        component={Link}
        to={copy}
        size="small"
        variant="text"
        aria-label={i18n._('Duplicate: {name}', { name })}
      >
        {i18n._('Duplicate')}
      </Button>
      {!record.withdrawnAt && (
        <BusyButton
          size="small"
          variant="text"
          color="error"
          busy={isPending}
          onClick={withdraw}
          aria-label={i18n._('Withdraw: {name}', { name })}
        >
          {i18n._('Withdraw')}
        </BusyButton>
      )}
    </>
  );
}

type ChosenProps = { kind: OfferKind; chosen: OfferRecord[]; onDone: () => void };

/** A teammate or another tab can have withdrawn one of several already. */
function unlessWithdrawn(error: unknown) {
  if (!(error instanceof ApiError && error.code === 'expired')) throw error;
}

/** Bulk actions for offers. */
export function ChosenOffers({ kind, chosen, onDone }: ChosenProps) {
  const { mutateAsync, isPending } = useMutation(withdrawOffer(kind));
  const standing = chosen.filter(({ withdrawnAt }) => !withdrawnAt);
  const count = standing.length;
  const withdraw = async () => {
    const done = await askAndDo(
      {
        title: i18n._('{count, plural, one {Withdraw # discount?} other {Withdraw # discounts?}}', { count }),
        text: i18n._("Blocks new claims and revokes unused ones. You can't undo this."),
        word: String(count),
        yes: i18n._('Withdraw'),
        done: i18n._('{count, plural, one {# discount withdrawn} other {# discounts withdrawn}}', {
          count,
        }),
      },
      async () => {
        for (const { id } of standing) await mutateAsync(id).catch(unlessWithdrawn);
      },
    );
    if (done) onDone();
  };
  return (
    <ChosenBar count={chosen.length} onClear={onDone}>
      <Button
        size="small"
        variant="outlined"
        color="error"
        disabled={isPending || count === 0}
        onClick={withdraw}
      >
        {i18n._('Withdraw')}
      </Button>
    </ChosenBar>
  );
}
