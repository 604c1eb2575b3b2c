import { useEffect, useEffectEvent } from 'react';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';
import { wrongPaths } from './first-wrong';
import { type PartName, partOf } from './parts';

/** After a rejected config, opens the first section with an error. */
export function useLeadToWrong(form: AppForm<WholeConfig>, part: PartName, lead: (path: string) => void) {
  const { errors, submitCount, isSubmitting } = form.formState;
  const seek = useEffectEvent(() => {
    const known = wrongPaths(errors).filter((path) => partOf(path) !== undefined);
    const path = known.find((wrong) => partOf(wrong) === part) ?? known[0];
    if (path) lead(path);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) seek();
  }, [submitCount, isSubmitting]);
}
