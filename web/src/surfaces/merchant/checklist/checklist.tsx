import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { checklistQuery, placeChecklist } from '@/features/checklist/api/checklist';
import { accountQuery } from '@/features/identity/api/account';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { ChecklistStep, Role } from '@/shared/api/types';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Icon } from '@/shared/ui/icon';
import { SectionCard } from '@/shared/ui/section-card';
import { isAtLeast } from '../roles';
import styles from './checklist.module.css';
import { wordsOf } from './step-words';

type StepProps = ChecklistStep & {
  /** Role of the viewer. */
  role: Role;
  isNext: boolean;
};

function Step({ kind, done, role, isNext }: StepProps) {
  const { title, text, act, to, from } = wordsOf(kind);
  const way = to.startsWith('/mmtpo') ? { component: Link, to } : { href: to };
  return (
    <li className={styles.step} data-done={done || undefined}>
      <span className={styles.mark}>{done && <Icon name="check" size={18} />}</span>
      <div className={styles.words}>
        <h3>
          {title}
          {done && <span className="visually-hidden"> – {i18n._({ id: 'step|done', message: 'done' })}</span>}
        </h3>
        {!done && <p>{text}</p>}
      </div>
      {!done &&
        (isAtLeast(role, from) ? (
          <Button {...way} variant={isNext ? 'contained' : 'outlined'}>
            {act}
          </Button>
        ) : (
          <span className={styles.others}>{i18n._('Owner only')}</span>
        ))}
    </li>
  );
}

/** Setup guide, shown until complete or dismissed. */
export function Checklist() {
  const { data } = useQuery(checklistQuery());
  const { data: account } = useQuery(accountQuery());
  const { mutate, isPending } = useMutation(placeChecklist());
  if (!data || !account) return null;
  const { steps, dismissed } = data;
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
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
  const next = steps.find((step) => !step.done);
  const progress = i18n._('{done} of {all} complete', { done, all: steps.length });
  return (
    <div className={styles.list}>
      <SectionCard
        title={i18n._('Setup guide')}
        action={
          <BusyButton busy={isPending} onClick={() => place(true)}>
            {i18n._('Dismiss')}
          </BusyButton>
        }
      >
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
            <Step key={step.kind} {...step} role={account.role} isNext={step === next} />
          ))}
        </ol>
      </SectionCard>
    </div>
  );
}
