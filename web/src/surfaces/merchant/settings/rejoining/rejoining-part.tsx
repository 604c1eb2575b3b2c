import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { ProductRecord } from '@/features/catalog/api/admin-products';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { Form } from '@/shared/forms/form';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { useChange } from '../use-change';
import { clubsQuery } from './clubs-query';

type Typed = { resignUpProductId: string };

type Props = { saved: WholeConfig; clubs: ProductRecord[]; onSaved: () => void };

const none = '0';

/** Clubs on sale, and the selected product even if it isn't one of them. */
function choicesOf(clubs: ProductRecord[], selected: string) {
  const choices = clubs.map(({ productId, product }) => ({ value: String(productId), label: product.name }));
  const isKnown = selected === none || choices.some(({ value }) => value === selected);
  return [
    { value: none, label: i18n._('None') },
    ...choices,
    ...(isKnown ? [] : [{ value: selected, label: i18n._('Product {id} (unavailable)', { id: selected }) }]),
  ];
}

function RejoiningForm({ saved, clubs, onSaved }: Props) {
  const change = useChange(saved);
  const selected = String(saved.resignUpProductId);
  const form = useAppForm<Typed>({
    schema: () => v.object({ resignUpProductId: v.string() }),
    values: { resignUpProductId: selected },
    send: async ({ resignUpProductId }) => {
      await change({ resignUpProductId: Number(resignUpProductId) });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Club for returning members')}>
        <SelectField
          control={form.control}
          name="resignUpProductId"
          label={i18n._('Wash Club')}
          autoComplete="off"
          options={choicesOf(clubs, selected)}
        />
        <p className={styles.note}>
          {i18n._(
            "Preselected on the test page {address}, where customers replace their card and rejoin. Production sites don't have this page.",
            { address: '/testing/resignup' },
          )}
        </p>
      </SectionCard>
    </Form>
  );
}

/** Wash club offered to members who rejoin. */
export function RejoiningPart() {
  const waiting = {
    skeleton: <Skeleton count={1} height={200} />,
    failed: i18n._("Couldn't load configuration"),
  };
  return (
    <OpenedView query={wholeConfigQuery()} {...waiting}>
      {(saved, again) => (
        <OpenedView query={clubsQuery()} {...waiting}>
          {({ items }) => <RejoiningForm saved={saved} clubs={items} onSaved={again} />}
        </OpenedView>
      )}
    </OpenedView>
  );
}
