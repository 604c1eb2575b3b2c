import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type MailName, type MailParts, mailPreviewQuery } from '@/features/notifications/api/mails';
import { saidOr } from '@/shared/api/api-error';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { useRested } from '../use-rested';
import styles from './mail-form.module.css';

/** Preview of a draft as HTML and as plain text. */
export function MailPreview({ name, draft }: { name: MailName; draft: MailParts }) {
  const rested = useRested(JSON.stringify(draft));
  const asked = useMemo(() => JSON.parse(rested) as MailParts, [rested]);
  const { data, error, isError } = useQuery(mailPreviewQuery(name, asked));
  return (
    <SectionCard title={i18n._('Preview')}>
      {isError && <p role="status">{saidOr(error, i18n._("Couldn't show preview"))}</p>}
      {!data && !isError && <Skeleton count={1} height={320} />}
      {data && !isError && (
        <>
          <p>
            <strong>{data.subject}</strong>
          </p>
          {/* Without rights of any kind: what is written in it cannot run or reach this page. */}
          <iframe className={styles.frame} title={i18n._('Email preview')} sandbox="" srcDoc={data.html} />
          <pre className={styles.text}>{data.text}</pre>
        </>
      )}
    </SectionCard>
  );
}
