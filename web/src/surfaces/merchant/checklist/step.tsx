import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { confirmNeed, setOpening } from '@/features/opening/api/opening';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { ChecklistStep, Role } from '@/shared/api/types';
import { attempt } from '@/shared/office/attempt';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toasts';
import { isAtLeast } from '../roles';
import styles from './checklist.module.css';
import { confirmationOf, wordsOf } from './step-words';

const report = (error: unknown) => void dialogs.error({ title: errorTitle(error), text: errorText(error) });

function Way({ step: { kind }, isNext }: { step: ChecklistStep; isNext: boolean }) {
  const { act, to } = wordsOf(kind);
  const way = to.startsWith('/mmtpo') ? { component: Link, to } : { href: to };
  return (
    <Button {...way} variant={isNext ? 'contained' : 'outlined'}>
      {act}
    </Button>
  );
}

function Confirmation({ kind }: { kind: NonNullable<ChecklistStep['confirms']> }) {
  const { mutate, isPending } = useMutation(confirmNeed());
  return (
    <Button disabled={isPending} onClick={() => mutate(kind, { onError: report })}>
      {confirmationOf(kind)}
    </Button>
  );
}

/** Opens the shop, or lists what is missing. */
function OpenShop({ missing }: { missing: ChecklistStep[] }) {
  const { mutateAsync } = useMutation(setOpening());
  const [asked, setAsked] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  const open = async () => {
    if (missing.length > 0) return setAsked(true);
    setIsOpening(true);
    // The button may be gone when the answer comes.
    if (await attempt(() => mutateAsync({ open: true }))) toast(i18n._('Shop opened'));
    setIsOpening(false);
  };
  return (
    <>
      <div className={styles.actions}>
        <Button href="/">{i18n._('Preview shop')}</Button>
        <BusyButton variant="contained" busy={isOpening} onClick={open}>
          {i18n._('Open the shop')}
        </BusyButton>
      </div>
      {asked && missing.length > 0 && (
        <div role="alert" className={styles.missing}>
          <p>{i18n._('Before you open:')}</p>
          <ul>
            {missing.map(({ kind }) => (
              <li key={kind}>
                <Link to={wordsOf(kind).to}>{wordsOf(kind).title}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

type Props = {
  step: ChecklistStep;
  /** Role of the viewer. */
  role: Role;
  isNext: boolean;
  /** Steps that keep the shop from opening. */
  missing: ChecklistStep[];
};

function Actions({ step, role, isNext, missing }: Props) {
  const { from } = wordsOf(step.kind);
  const isOwner = isAtLeast(role, 'owner');
  if (!isAtLeast(role, from)) return <span className={styles.others}>{i18n._('Owner only')}</span>;
  if (step.kind === 'opening') return <OpenShop missing={missing} />;
  return (
    <div className={styles.actions}>
      {step.confirms && isOwner && <Confirmation kind={step.confirms} />}
      <Way step={step} isNext={isNext} />
    </div>
  );
}

/** Step of the setup guide. */
export function Step(props: Props) {
  const { kind, done, needed, standing } = props.step;
  const { title, text, check } = wordsOf(kind);
  const isToCheck = standing === 'to_check';
  const isOptional = standing === 'missing' && !needed && kind !== 'opening';
  return (
    <li className={styles.step} data-standing={standing}>
      <span className={styles.mark}>
        {done && <Icon name="check" size={18} />}
        {isToCheck && <Icon name="alert" size={18} />}
      </span>
      <div className={styles.words}>
        <div className={styles.title}>
          <h3>
            {title}
            {done && (
              <span className="visually-hidden"> – {i18n._({ id: 'step|done', message: 'done' })}</span>
            )}
            {isToCheck && <span className={styles.check}>{i18n._('To review')}</span>}
          </h3>
          {isOptional && <span className={styles.optional}>{i18n._('Optional')}</span>}
        </div>
        {!done && <p>{isToCheck ? (check ?? text) : text}</p>}
      </div>
      {!done && <Actions {...props} />}
    </li>
  );
}
