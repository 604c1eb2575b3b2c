import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import {
  editionsQuery,
  type PublishedText,
  publishText,
  type TextKind,
  textPreviewQuery,
} from '@/features/site/api/texts';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { openDialog } from '@/shared/ui/open-dialog';
import { SafeHtml } from '@/shared/ui/safe-html';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { useSavedBy } from '../../components/saved-by';
import part from '../part.module.css';
import { useRested } from '../use-rested';
import { type Mark, markedUp } from './marked-up';
import styles from './text-form.module.css';
import { textKinds } from './text-kinds';

type Props = { kind: TextKind; saved: PublishedText | undefined; onSaved: () => void };

function Preview({ html }: { html: string }) {
  const { data, error } = useQuery(textPreviewQuery(useRested(html)));
  return (
    <SectionCard title={i18n._('Preview')}>
      {error && !data ? <p>{error.message}</p> : <SafeHtml html={data ?? ''} />}
    </SectionCard>
  );
}

function buttons(): [Mark, string][] {
  return [
    ['heading', i18n._('Heading')],
    ['paragraph', i18n._('Paragraph')],
    ['bold', i18n._('Bold')],
    ['list', i18n._('List')],
    ['link', i18n._('Link')],
  ];
}

/** HTML editor of a policy with a preview. */
export function TextForm({ kind, saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(publishText());
  const savedBy = useSavedBy('text');
  const box = useRef<HTMLDivElement>(null);
  const { label, about, isAccepted } = textKinds[kind];
  const form = useAppForm<{ html: string }>({
    // Nobody can accept an empty text.
    schema: () => v.object({ html: isAccepted ? required() : v.string() }),
    values: { html: saved?.html ?? '' },
    send: async ({ html }) => {
      await mutateAsync({ kind, html, basedOn: saved?.textId ?? 0 });
      toast(i18n._('Published'));
      onSaved();
    },
  });
  const { control, setValue } = form;
  const html = useWatch({ control, name: 'html' });
  const write = (text: string) => setValue('html', text, { shouldDirty: true });
  const put = (mark: Mark) => {
    const field = box.current?.querySelector('textarea');
    if (!field) return;
    const { value: text, selectionStart: from, selectionEnd: to } = field;
    const edited = markedUp({ text, from, to }, mark);
    write(edited.text);
    field.focus();
    // The field is updated only after rendering.
    requestAnimationFrame(() => field.setSelectionRange(edited.from, edited.to));
  };
  const showEditions = () =>
    openDialog<void>(async () => {
      const { VersionsDialog } = await import('../versions-dialog');
      return (settle) => (
        <VersionsDialog
          query={editionsQuery(kind)}
          read={(text: PublishedText) => ({
            id: text.textId,
            at: text.publishedAt,
            about: savedBy(text.publishedBy),
            content: text.html,
          })}
          current={saved?.textId ?? null}
          onTake={write}
          onClose={() => settle(null)}
        />
      );
    });
  const showAcceptances = (textId: number) =>
    openDialog<void>(async () => {
      const { AcceptancesDialog } = await import('./acceptances-dialog');
      return (settle) => <AcceptancesDialog textId={textId} onClose={() => settle(null)} />;
    });
  const { timeZone } = site();
  return (
    <div className={styles.whole}>
      <Form form={form} submit={i18n._('Publish')} guard>
        <SectionCard title={label()}>
          <div className={styles.tools} role="toolbar" aria-label={i18n._('Formatting')}>
            {buttons().map(([mark, label]) => (
              <Button key={mark} size="small" onClick={() => put(mark)}>
                {label}
              </Button>
            ))}
          </div>
          <div ref={box} className={styles.source}>
            <FormField
              control={control}
              name="html"
              label={i18n._('Text (HTML)')}
              autoComplete="off"
              lines={12}
              optional={!isAccepted}
              help={about()}
            />
          </div>
          <p className={part.note}>
            {saved?.html
              ? i18n._('Published {when}', {
                  when: i18n.date(saved.publishedAt, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
                })
              : i18n._('Not published yet')}
          </p>
          <div className={styles.tools}>
            <Button onClick={showEditions}>{i18n._('Version history')}</Button>
            {saved?.html && isAccepted && (
              <Button onClick={() => showAcceptances(saved.textId)}>
                {i18n._('View acceptance records')}
              </Button>
            )}
          </div>
        </SectionCard>
      </Form>
      <Preview html={html} />
    </div>
  );
}
