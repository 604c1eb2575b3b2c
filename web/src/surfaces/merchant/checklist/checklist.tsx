import { i18n } from '@lingui/core';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checklistQuery, placeChecklist } from '@/features/checklist/api/checklist';
import { accountQuery } from '@/features/identity/api/account';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import styles from './checklist.module.css';
import { Step } from './step';

function useGuide() {
  const { data: list } = useQuery(checklistQuery());
  const { data: account } = useQuery(accountQuery());
  return list && account && { ...list, role: account.role };
}

/** Setup guide with all its steps. */
export function SetupGuide({ action }: { action?: ReactNode }) {
  const guide = useGuide();
  if (!guide) return null;
  const { steps, role } = guide;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  const progress = i18n._('{done} of {all} complete', { done, all: steps.length });
  return (
    <div className={styles.list}>
      <SectionCard title={i18n._('Setup guide')} action={action}>
        <div className={styles.progress}>
          <LinearProgress
            variant="determinate"
            value={(100 * done) / steps.length}
            aria-label={i18n._('Setup guide')}
            aria-valuetext={progress}
          />
          <span>{progress}</span>
        </div>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <Step
              key={step.kind}
              step={step}
              role={role}
              isNext={step === next}
              missing={steps.filter((other) => other.needed && !other.done)}
            />
          ))}
        </ol>
      </SectionCard>
    </div>
  );
}

/** Setup guide on the overview, until the shop is open and the guide complete or dismissed. */
export function Checklist() {
  const guide = useGuide();
  const { mutate, isPending } = useMutation(placeChecklist());
  if (!guide) return null;
  const { steps, dismissed, open } = guide;
  if (open && steps.every((step) => step.done)) return null;
  const place = (aside: boolean) =>
    mutate(aside, {
      onError: (error) => void dialogs.error({ title: errorTitle(error), text: errorText(error) }),
    });
  if (dismissed) {
    return (
      <BusyButton className={styles.back} busy={isPending} onClick={() => place(false)}>
        {i18n._('Show setup guide')}
      </BusyButton>
    );
  }
  return (
    <SetupGuide
      action={
        open && (
          <BusyButton busy={isPending} onClick={() => place(true)}>
            {i18n._('Dismiss')}
          </BusyButton>
        )
      }
    />
  );
}
