import { useEffect, useEffectEvent, useState } from 'react';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';
import { wrongPaths } from './first-wrong';
import { type PartName, partOf } from './parts';

/** Where a config was refused: leads to the part in question, opens the entry, and gives the field the focus. */
export function useLeadToWrong(
  form: AppForm<WholeConfig>,
  part: PartName,
  show: (part: PartName) => void,
): void {
  const { errors, submitCount, isSubmitting } = form.formState;
  const [sought, setSought] = useState<string | null>(null);
  const seek = useEffectEvent(() => {
    const known = wrongPaths(errors).filter((path) => partOf(path) !== undefined);
    const path = known.find((wrong) => partOf(wrong) === part) ?? known[0];
    const place = path && partOf(path);
    if (!place) return;
    setSought(path);
    if (place !== part) show(place);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) seek();
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    if (!sought || partOf(sought) !== part) return;
    const field = document.getElementsByName(sought)[0];
    const entry = field?.closest('details');
    if (entry) entry.open = true;
    field?.focus();
    setSought(null);
  }, [sought, part]);
}
