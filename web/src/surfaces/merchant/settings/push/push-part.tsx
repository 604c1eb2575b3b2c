import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { projectIdsQuery, sendPrivateKey } from '@/features/notifications/api/firebase-project';
import { errorText } from '@/shared/api/api-error';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Facts } from '@/shared/ui/facts';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { fileFailure } from '../../components/file-failure';
import { addressOf } from '../../table';
import styles from '../part.module.css';

type Ids = { privateKeyProjectId?: string | null; configProjectId?: string | null };

function Project({ privateKeyProjectId: key, configProjectId: config }: Ids) {
  const { mutateAsync, isPending } = useMutation(sendPrivateKey);
  const input = useRef<HTMLInputElement>(null);
  const none = i18n._({ id: 'project|None', message: 'None' });
  const send = async (file: File | undefined) => {
    if (!file) return;
    try {
      await mutateAsync(file);
      toast(i18n._('Saved'));
    } catch (error) {
      await dialogs.error({ title: i18n._('Failed to upload'), text: fileFailure(error, errorText(error)) });
    }
    if (input.current) input.current.value = '';
  };
  return (
    <div className={styles.fields}>
      <SectionCard title={i18n._('Web push')}>
        <p>{i18n._('Web push is ready to use.')}</p>
      </SectionCard>
      <SectionCard title={i18n._('Mobile apps (Firebase)')}>
        <Facts
          facts={[
            [i18n._('Configuration project'), config || none],
            [i18n._('Private key project'), key || none],
          ]}
        />
        {key !== config && (key || config) && (
          <p role="alert" className={styles.warning}>
            {i18n._(
              "The private key and configuration are for different Firebase projects. Mobile push won't work until they match.",
            )}
          </p>
        )}
        <div className={styles.acts}>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept="application/json,.json"
            tabIndex={-1}
            aria-label={i18n._('Private key file')}
            onChange={(event) => send(event.target.files?.[0])}
          />
          <BusyButton variant="outlined" busy={isPending} onClick={() => input.current?.click()}>
            {i18n._('Upload private key')}
          </BusyButton>
          <Button component={Link} to={`${addressOf('appearance')}?part=firebase`}>
            {i18n._('Edit configuration')}
          </Button>
        </div>
        <p className={styles.note}>
          {i18n._(
            'Upload the service account JSON file from Firebase. We store it securely and never show it.',
          )}
        </p>
      </SectionCard>
    </div>
  );
}

/** Push settings. */
export function PushPart() {
  const query = useQuery(projectIdsQuery());
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton count={2} height={160} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(ids) => <Project {...ids} />}
    </QueryView>
  );
}
