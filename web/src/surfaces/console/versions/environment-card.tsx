import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { EnvironmentEntry, Rollout } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { StateChip } from '@/shared/office/state-chip';
import { dialogs } from '@/shared/ui/dialogs';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';
import { updateApp, updateSchema } from '../api/versions';
import { EnvironmentMark, isProduction } from '../components/environment-mark';
import { addressOf } from '../table';
import { isNewer } from './compare';
import styles from './versions.module.css';

type Props = {
  environment: EnvironmentEntry;
  /** Newest schema version; undefined if unknown. */
  newestSchema: string | undefined;
  /** Whether the viewer may move sites; other environments are read-only. */
  mayUpdate: boolean;
};

/** Versions of an environment, with buttons to update. */
export function EnvironmentCard({ environment, newestSchema, mayUpdate }: Props) {
  const { name, appVersion, schemaVersion, buildVersion, buildTimestamp, sites, isOwn } = environment;
  const app = useMutation(updateApp);
  const schema = useMutation(updateSchema);
  const navigate = useNavigate();
  const busy = app.isPending || schema.isPending;

  const update = async (what: string, version: string, act: (version: string) => Promise<Rollout>) => {
    const sure = await dialogs.confirm({
      kind: 'warning',
      title: i18n._('Update all {name} sites to {version}?', { name, version }),
      text: i18n._(
        '{sites, plural, one {Updates # site at once} other {Updates # sites at once}}, without a canary: {what}.',
        { sites, what },
      ),
      yes: i18n._('Update'),
      no: i18n._('Cancel'),
    });
    if (!sure) return;
    try {
      const { id } = await act(version);
      await navigate(addressOf('rollout', { id }));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  };

  const build = i18n._('App {version}', { version: buildVersion ?? '–' });
  const config = i18n._('Schema {version}', { version: newestSchema ?? '–' });
  // The title is the name. Only production and the person's own environment get a mark.
  const mark = isProduction(name) ? (
    <EnvironmentMark name={name} />
  ) : (
    isOwn && <StateChip mood="told" label={i18n._('Current')} />
  );
  return (
    <SectionCard title={name} action={mark}>
      <Facts
        facts={[
          [i18n._('App version'), appVersion ?? '–'],
          [i18n._('Schema version'), schemaVersion],
          [i18n._('Latest build'), buildVersion ?? '–'],
          [i18n._('Built'), buildTimestamp ? dateTime(buildTimestamp) : '–'],
          [i18n._('Sites'), String(sites)],
        ]}
      />
      {isOwn && mayUpdate ? (
        <div className={styles.acts}>
          <Button
            variant="contained"
            disabled={busy || !isNewer(buildVersion, appVersion)}
            onClick={() => buildVersion && update(build, buildVersion, app.mutateAsync)}
          >
            {i18n._('Update app')}
          </Button>
          <Button
            variant="outlined"
            disabled={busy || !isNewer(newestSchema, schemaVersion)}
            onClick={() => newestSchema && update(config, newestSchema, schema.mutateAsync)}
          >
            {i18n._('Update site configs')}
          </Button>
        </div>
      ) : (
        !isOwn && <p className={styles.note}>{i18n._('Managed by its own staff')}</p>
      )}
    </SectionCard>
  );
}
