import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { Rollout } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { startRollout } from '../api/rollouts';
import { buildsQuery, schemaVersionsQuery } from '../api/versions';
import { compareVersions } from '../versions/compare';
import { kindName, rolloutKinds } from './rollout-words';
import { namesIn } from './sites-in';

type Values = { kind: Rollout['kind']; target: string; reach: 'waves' | 'all' | 'chosen'; sites: string };

const waves: Record<Values['reach'], string[]> = {
  waves: ['canary', '10%', 'all'],
  all: ['all'],
  chosen: [],
};

/** Starts a rollout in the environment. */
export function StartDialog({
  onDone,
  onClose,
}: {
  onDone: (rollout: Rollout) => void;
  onClose: () => void;
}) {
  const { mutateAsync } = useMutation(startRollout);
  const { data: builds = [] } = useQuery(buildsQuery());
  const { data: schemas = [] } = useQuery(schemaVersionsQuery());
  const values: Values = { kind: 'app', target: '', reach: 'waves', sites: '' };
  const form = useAppForm<Values>({
    schema: () =>
      v.pipe(
        v.object({
          kind: v.picklist(rolloutKinds),
          target: v.string(),
          reach: v.picklist(['waves', 'all', 'chosen']),
          sites: v.string(),
        }),
        v.forward(
          v.partialCheck(
            [['kind'], ['target']],
            ({ kind, target }) => kind === 'database' || target !== '',
            i18n._('Input is required.'),
          ),
          ['target'],
        ),
        v.forward(
          v.partialCheck(
            [['reach'], ['sites']],
            ({ reach, sites }) => reach !== 'chosen' || namesIn(sites).length > 0,
            i18n._('Input is required.'),
          ),
          ['sites'],
        ),
      ),
    values,
    send: async ({ kind, target, reach, sites }) => {
      const body = {
        kind,
        ...(kind !== 'database' && { target }),
        ...(reach === 'chosen' ? { sites: namesIn(sites) } : { waves: waves[reach] }),
      };
      onDone(await mutateAsync(body));
    },
  });
  const [kind, reach] = useWatch({ control: form.control, name: ['kind', 'reach'] });
  const targets =
    kind === 'app' ? builds.map(({ version }) => version) : [...schemas].sort(compareVersions).reverse();
  return (
    <FormDialog
      title={i18n._('Start rollout')}
      form={form}
      submit={i18n._('Start rollout')}
      onClose={onClose}
      cancel
      guard
    >
      <SelectField
        control={form.control}
        name="kind"
        label={i18n._('Type')}
        autoComplete="off"
        options={rolloutKinds.map((value) => ({ value, label: kindName(value) }))}
        onChosen={() => form.setValue('target', '', { shouldValidate: true })}
      />
      {kind !== 'database' && (
        <SelectField
          control={form.control}
          name="target"
          label={i18n._('Version')}
          autoComplete="off"
          options={targets.map((value) => ({ value, label: value }))}
        />
      )}
      <SelectField
        control={form.control}
        name="reach"
        label={i18n._('Sites')}
        autoComplete="off"
        options={[
          { value: 'waves', label: i18n._('Canary, then 10%, then all') },
          { value: 'all', label: i18n._('All at once') },
          { value: 'chosen', label: i18n._('Selected sites') },
        ]}
      />
      {reach === 'chosen' && (
        <FormField
          control={form.control}
          name="sites"
          label={i18n._('Subdomains')}
          autoComplete="off"
          lines={3}
          help={i18n._('Separate subdomains with spaces, commas or line breaks.')}
        />
      )}
    </FormDialog>
  );
}
