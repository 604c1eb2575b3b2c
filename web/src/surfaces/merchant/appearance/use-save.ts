import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  newestConfig,
  saveConfig,
  type WholeConfig,
  wholeConfigQuery,
} from '@/features/site/api/site-config';
import { ApiError } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { withPassword } from '../components/with-password';
import { carriedOver, changesOf } from './changes';
import { sendable } from './config-schema';
import { keptDraft } from './draft-store';

/** Asks whether to merge one's changes into a version that someone else has saved. */
function askToCarryOver(): Promise<boolean> {
  return dialogs.confirm({
    kind: 'warning',
    title: i18n._('Conflicting changes'),
    text: i18n._('Someone else saved changes. Merge your changes with theirs, then review and save.'),
    yes: i18n._('Merge'),
    no: i18n._('Not now'),
  });
}

/** Saves changes to `saved`. */
export function useSave(saved: WholeConfig): (edited: WholeConfig) => Promise<void> {
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(saveConfig());
  const finish = () => {
    keptDraft.remove();
    toast(i18n._('Published'));
  };
  return async (edited) => {
    try {
      await withPassword(() => mutateAsync(sendable(edited)));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale_revision') throw error;
      const newest = await newestConfig();
      const { queryKey } = wholeConfigQuery();
      // Already saved by a request whose response was lost.
      if (changesOf(newest, sendable(edited)).length === 0) {
        queries.setQueryData(queryKey, newest);
        return finish();
      }
      if (!(await askToCarryOver())) return;
      const mine = carriedOver(changesOf(saved, edited), newest);
      keptDraft.write({ base: newest, edited: mine, at: new Date().toISOString() });
      queries.setQueryData(queryKey, newest);
      return;
    }
    finish();
  };
}
