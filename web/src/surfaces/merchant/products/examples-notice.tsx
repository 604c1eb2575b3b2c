import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteExamples, exampleCountQuery, sellExamples } from '@/features/catalog/api/admin-products';
import { askAndDo } from '@/shared/office/ask-and-do';
import { attempt } from '@/shared/office/attempt';
import { BusyButton } from '@/shared/ui/busy-button';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import styles from './examples-notice.module.css';

/** Explains a template's examples, with buttons that sell or remove them all. Nothing without examples. */
export function ExamplesNotice() {
  const { data: count = 0 } = useQuery(exampleCountQuery());
  const { mutateAsync, isPending } = useMutation(deleteExamples);
  const { mutateAsync: sell, isPending: isSelling } = useMutation(sellExamples);
  if (count === 0) return null;
  const sellAll = async () => {
    if (await attempt(() => sell())) toast(i18n._('On sale'));
  };
  const remove = () =>
    askAndDo(
      {
        title: i18n._('Remove all examples?'),
        text: i18n._(
          '{count, plural, one {# example is} other {# examples are}} deleted. Your own products stay.',
          {
            count,
          },
        ),
        yes: i18n._('Remove all examples'),
        done: i18n._('Examples removed'),
      },
      () => mutateAsync(undefined),
    );
  return (
    <div className={styles.examples}>
      <SectionCard title={i18n._('Examples')}>
        <p>
          {i18n._(
            "{count, plural, one {# product is an example} other {# products are examples}}. Customers can't see examples. Set your own prices, put the products you offer on sale, and remove the rest.",
            { count },
          )}
        </p>
        <div className={styles.acts}>
          <BusyButton variant="outlined" busy={isSelling} onClick={sellAll}>
            {i18n._('Put all on sale')}
          </BusyButton>
          <Button variant="text" color="error" disabled={isPending} onClick={remove}>
            {i18n._('Remove all examples')}
          </Button>
        </div>
      </SectionCard>
    </div>
  );
}

/** Says what saving an example does. */
export function ExampleHint() {
  return (
    <p className={styles.hint}>
      {i18n._('This product is an example. When you save it, it goes on sale as your own product.')}
    </p>
  );
}
