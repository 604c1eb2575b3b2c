import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import type { Rollout } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import acts from '@/shared/office/page-acts.module.css';
import { BusyButton } from '@/shared/ui/busy-button';
import { toast } from '@/shared/ui/toasts';
import { actOnRollout, type RolloutAct } from '../api/rollouts';
import { actsOn } from './progress';

/** Rollout actions, each with a confirmation. */
export function RolloutActs({ rollout }: { rollout: Rollout }) {
  const { mutateAsync, isPending } = useMutation(actOnRollout);
  const questions: Record<RolloutAct, { label: string; title: string; text: string; done: string }> = {
    pause: {
      label: i18n._('Pause'),
      title: i18n._('Pause rollout?'),
      text: i18n._('Updated sites stay updated. Other sites wait until you resume.'),
      done: i18n._('Rollout paused'),
    },
    resume: {
      label: i18n._('Resume'),
      title: i18n._('Resume rollout?'),
      text: i18n._('Clears the error count and continues with the next wave.'),
      done: i18n._('Rollout resumed'),
    },
    rollback: {
      label: i18n._('Roll back'),
      title: i18n._('Roll back rollout?'),
      text: i18n._('Updated sites return to their previous version.'),
      done: i18n._('Rollback started'),
    },
  };
  const { id } = rollout;
  const press = async (act: RolloutAct) => {
    const { label, title, text, done } = questions[act];
    if (act !== 'rollback') {
      await askAndDo({ title, text, yes: label, done }, () => mutateAsync({ id, act }));
      return;
    }
    const started = await confirmWithPassword(title, text, label, (password) =>
      mutateAsync({ id, act, password }),
    );
    if (started) toast(done);
  };
  return (
    <div className={acts.acts}>
      {actsOn(rollout).map((act) => (
        <BusyButton
          key={act}
          variant={act === 'resume' ? 'contained' : 'outlined'}
          {...(act === 'rollback' && { color: 'error' as const })}
          busy={isPending}
          onClick={() => press(act)}
        >
          {questions[act].label}
        </BusyButton>
      ))}
    </div>
  );
}
