import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type OfferKind, saveOffer } from '@/features/offers/api/admin-offers';
import type { Location, OfferRecord } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { OfferFields } from './offer-fields';
import { offerOf, offerSchema, type TypedOffer } from './offer-schema';
import { renameFields } from './rename-fields';

/** Form names of server fields with another structure. */
const names = { 'award.amount': 'amount', 'expiry.days': 'days', 'kiosk.kioskItem': 'kioskItem' };

type Props = {
  kind: OfferKind;
  /** Null for a new one. */
  before: OfferRecord | null;
  values: TypedOffer;
  locations: Location[];
  /** Path of its list. */
  list: string;
};

/** Offer form that returns to its list after saving. */
export function OfferEditor({ kind, before, values, locations, list }: Props) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(saveOffer(kind));
  const hasCode = kind === 'promo-codes';
  const form = useAppForm<TypedOffer>({
    schema: () => offerSchema(hasCode),
    values,
    send: async (typed) => {
      const { timeZone } = site();
      try {
        await mutateAsync({ before, offer: offerOf(typed, { timeZone, hasCode }) });
      } catch (error) {
        throw renameFields(error, names);
      }
      toast(i18n._('Saved'));
      // The form is clean only after this turn; otherwise, it would ask before leaving.
      setTimeout(() => void navigate(list));
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard onCancel={() => void navigate(list)}>
      <OfferFields form={form} hasCode={hasCode} locations={locations} />
    </Form>
  );
}
