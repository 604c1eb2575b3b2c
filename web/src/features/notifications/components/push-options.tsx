import { i18n } from '@lingui/core';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '@/shared/api/api-error';
import type { NoticeSubject } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { pushSettingsQuery, refuseSubjects } from '../api/push';
import { turnOff, turnOn, usePushState } from '../model/push';
import styles from './push-options.module.css';

function subjects(): [NoticeSubject, string][] {
  return [
    ['club', i18n._('Wash Club')],
    ['gifts', i18n._('Gifts')],
    ['rewards', i18n._('Points and deals')],
    ['purchases', i18n._('Purchases')],
    ['account', i18n._('Account security')],
    ['messages', i18n._('News and messages')],
  ];
}

const failed = (error: unknown) =>
  void dialogs.error({ title: i18n._("Couldn't save this change"), text: errorText(error) });

/** Topics of push notifications. */
function Subjects() {
  const settings = useQuery(pushSettingsQuery());
  const refuse = useMutation({ ...refuseSubjects, onError: failed });
  if (!settings.data) return null;
  const { refused } = settings.data;
  const choose = (subject: NoticeSubject, wanted: boolean) => {
    const others = refused.filter((one) => one !== subject);
    refuse.mutate(wanted ? others : [...others, subject]);
  };
  return subjects().map(([subject, label]) => (
    <FormControlLabel
      key={subject}
      labelPlacement="start"
      label={label}
      control={
        <Switch
          size="small"
          checked={!refused.includes(subject)}
          onChange={(_, wanted) => choose(subject, wanted)}
        />
      }
    />
  ));
}

/** Push settings of this device. Empty if the browser doesn't support push. */
export function PushOptions() {
  const queries = useQueryClient();
  const state = usePushState();
  const title = useId();
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) await turnOn(queries);
      else await turnOff();
    },
    onError: failed,
  });
  if (state === 'missing') return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be styled like the other options
    <div role="group" aria-labelledby={title} className={styles.push}>
      <FormControlLabel
        labelPlacement="start"
        label={<span id={title}>{i18n._('Notifications on this device')}</span>}
        disabled={state === 'blocked' || turn.isPending}
        control={<Switch checked={state === 'on'} onChange={(_, on) => turn.mutate(on)} />}
      />
      {state === 'blocked' && (
        <p className={styles.blocked}>
          {i18n._("Your browser blocks notifications from this site. Allow them in your browser's settings.")}
        </p>
      )}
      {state === 'on' && (
        <div className={styles.subjects}>
          <Subjects />
        </div>
      )}
    </div>
  );
}
