import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bouncesQuery, dismissBounce, retryBounce } from '@/features/waiting/api/waiting';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { BouncedMail } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { mailName } from '../settings/mails/mail-names';
import { addressOf } from '../table';
import { insteadOf } from './bounce-words';
import styles from './bounced-mails.module.css';

function Actions({ mail }: { mail: BouncedMail }) {
  const retry = useMutation(retryBounce());
  const dismiss = useMutation(dismissBounce());
  const busy = retry.isPending || dismiss.isPending;
  const about = `${mailName(mail.kind)}, ${mail.recipient}`;
  const sendAgain = () =>
    retry.mutate(mail.bounceId, {
      onSuccess: () => toast(i18n._('Resending email')),
      onError: (error) => void dialogs.error({ title: errorTitle(error), text: errorText(error) }),
    });
  const putAside = () =>
    askAndDo(
      {
        title: i18n._('Dismiss bounce?'),
        text: i18n._("We won't send this email again."),
        yes: i18n._('Dismiss'),
        done: i18n._('Bounce dismissed'),
      },
      () => dismiss.mutateAsync(mail.bounceId),
    );
  return (
    <>
      {mail.userId && (
        <Button
          size="small"
          component={Link}
          to={addressOf('customer', { userId: mail.userId })}
          aria-label={`${i18n._('Edit address')}: ${about}`}
        >
          {i18n._('Edit address')}
        </Button>
      )}
      {mail.canRetry && (
        <BusyButton size="small" busy={busy} onClick={sendAgain} aria-label={`${i18n._('Resend')}: ${about}`}>
          {i18n._('Resend')}
        </BusyButton>
      )}
      <BusyButton
        size="small"
        color="error"
        busy={busy}
        onClick={putAside}
        aria-label={`${i18n._('Dismiss')}: ${about}`}
      >
        {i18n._('Dismiss')}
      </BusyButton>
    </>
  );
}

/** Email and, if it can't be resent, the alternative. */
function Mail({ mail }: { mail: BouncedMail }) {
  const instead = insteadOf(mail);
  return (
    <>
      {mailName(mail.kind)}
      {instead && <span className={styles.instead}>{instead}</span>}
    </>
  );
}

/** Bounced emails with actions. */
export function BouncedMails() {
  const columns: [Column<BouncedMail>, ...Column<BouncedMail>[]] = [
    { id: 'recipient', head: i18n._('Recipient'), cell: ({ recipient }) => recipient },
    { id: 'mail', head: i18n._('Email'), cell: (mail) => <Mail mail={mail} /> },
    { id: 'words', head: i18n._('Server response'), cell: ({ words }) => words },
    {
      id: 'since',
      head: i18n._('Since'),
      cell: ({ bouncedAt }) => <Age at={bouncedAt} />,
      numeric: true,
    },
  ];
  return (
    <SectionCard title={i18n._('Bounced emails')}>
      <QueryView
        query={useQuery(bouncesQuery())}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._("Couldn't load bounced emails")}
      >
        {(mails) => (
          <DataTable
            label={i18n._('Bounced emails')}
            columns={columns}
            rows={mails}
            keyOf={({ bounceId }) => bounceId}
            actions={(mail) => <Actions mail={mail} />}
            actionsHead={i18n._('Actions')}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
