import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteExamples, exampleCountQuery } from '@/features/catalog/api/admin-products';
import { askAndDo } from '@/shared/office/ask-and-do';
import { SectionCard } from '@/shared/ui/section-card';
import styles from './examples-notice.module.css';

/** Explains a template's examples, with a button that removes them all. Nothing without examples. */
export function ExamplesNotice() {
  const { data: count = 0 } = useQuery(exampleCountQuery());
  const { mutateAsync, isPending } = useMutation(deleteExamples);
  if (count === 0) return null;
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
        <div>
          <Button variant="outlined" disabled={isPending} onClick={remove}>
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
