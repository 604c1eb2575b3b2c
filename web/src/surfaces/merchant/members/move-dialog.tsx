import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { locationsQuery } from '@/features/catalog/api/locations';
import { productsQuery } from '@/features/catalog/api/products';
import { clubPrices } from '@/features/catalog/model/club-price';
import { moveMember } from '@/features/clubs/api/members';
import type { Member } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { FormDialog } from '@/shared/forms/form-dialog';
import { required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { shownPrice } from '@/shared/products/shown-price';
import { ChoicesField } from '../components/choices-field';
import { ReasonField } from '../components/reason-field';

type Props = { member: Member; onDone: () => void; onClose: () => void };

/** Changes a member's club or locations from the next billing date. */
export function MoveDialog({ member, onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(moveMember);
  const { data: clubs = [] } = useQuery(productsQuery('washClubs', 0));
  const { data: locations = [] } = useQuery(locationsQuery());
  const form = useAppForm({
    schema: () =>
      v.object({
        productId: required(),
        locations: v.array(v.number()),
        reason: required(),
      }),
    values: { productId: '', locations: [] as number[], reason: '' },
    send: async ({ productId, locations: chosen, reason }) => {
      await mutateAsync({
        membershipId: member.membershipId,
        productId: Number(productId),
        ...(chosen.length > 0 && { locations: chosen }),
        reason,
      });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Change club')}
      form={form}
      submit={i18n._('Change club')}
      onClose={onClose}
      cancel
      guard
      intro={
        <p>
          {i18n._(
            "{club} stays active until {date}. The new club and price apply after that. We'll email the member.",
            {
              club: member.name,
              date: longDate(member.nextBillingDate),
            },
          )}
        </p>
      }
    >
      <SelectField
        control={form.control}
        name="productId"
        label={i18n._('Club')}
        autoComplete="off"
        options={[
          { value: '', label: i18n._('Select…') },
          ...clubs.map((club) => ({
            value: String(club.productId),
            label: i18n._('{club}, {price}/month', {
              club: club.name,
              price: money(shownPrice(clubPrices(club).monthly, club.monthlyTaxes ?? club.taxes)),
            }),
          })),
        ]}
      />
      <ChoicesField
        control={form.control}
        name="locations"
        label={i18n._('Locations')}
        choices={locations.map(({ id, name }) => ({ id, label: name }))}
        help={i18n._("Leave blank for all of the club's locations.")}
      />
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
