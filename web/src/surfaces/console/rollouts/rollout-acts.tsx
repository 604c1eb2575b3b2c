import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { Rollout } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import acts from '@/shared/office/page-acts.module.css';
import { actOnRollout, type RolloutAct } from '../api/rollouts';
import { actsOn } from './progress';

/** What can be done about a rollout, each after a question. */
export function RolloutActs({ rollout }: { rollout: Rollout }) {
  const { mutateAsync, isPending } = useMutation(actOnRollout);
  const questions: Record<RolloutAct, { label: string; text: string; done: string }> = {
    pause: {
      label: i18n._('Pause'),
      text: i18n._('Sites that have moved stay moved; no other one moves until it is resumed.'),
      done: i18n._('The rollout is paused.'),
    },
    resume: {
      label: i18n._('Resume'),
      text: i18n._('What was counted until now is forgiven, and the next sites move.'),
      done: i18n._('The rollout goes on.'),
    },
    rollback: {
      label: i18n._('Roll back'),
      text: i18n._('All sites that have moved go back to what they ran before.'),
      done: i18n._('The rollout goes back.'),
    },
  };
  return (
    <div className={acts.acts}>
      {actsOn(rollout).map((act) => {
        const { label, text, done } = questions[act];
        return (
          <Button
            key={act}
            variant={act === 'resume' ? 'contained' : 'outlined'}
            {...(act === 'rollback' && { color: 'error' as const })}
            disabled={isPending}
            onClick={() =>
              askAndDo({ title: i18n._('{act} this rollout?', { act: label }), text, yes: label, done }, () =>
                mutateAsync({ id: rollout.id, act }),
              )
            }
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
