import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { changeConfig, type WholeConfig } from '@/features/site/api/site-config';
import { ApiError } from '@/shared/api/api-error';
import { Refusal } from '@/shared/forms/submit-failure';

/** Saves parts of the config as of when the form opened, without overwriting others' changes. */
export function useChange(opened: WholeConfig): (changed: Partial<WholeConfig>) => Promise<WholeConfig> {
  const { mutateAsync } = useMutation(changeConfig());
  return async (changed) => {
    try {
      return await mutateAsync({ opened, changed });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale_revision') throw error;
      throw new Refusal(i18n._('Someone else changed this. Reload and try again.'));
    }
  };
}
