import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { tonesQuery, type WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';
import { useRested } from '../settings/use-rested';

const hex = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

/** Brand colors after a pause, and their adjusted tones; dragging a picker changes them often. */
export function useTones({ control }: AppForm<WholeConfig>) {
  const typed = useWatch({ control, name: ['brand.primary', 'brand.accent'] });
  const [primary = '', accent = ''] = useRested(typed.join(' ')).split(' ');
  const enabled = hex.test(primary) && hex.test(accent);
  const { data: tones } = useQuery({ ...tonesQuery({ primary, accent }), enabled });
  return { primary, accent, tones: enabled ? tones : undefined };
}
