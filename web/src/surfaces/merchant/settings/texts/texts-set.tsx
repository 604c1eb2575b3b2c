import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { textsQuery } from '@/features/site/api/texts';
import { textKinds } from './text-kinds';

/** Published policies. */
export function TextsSet() {
  const { data } = useQuery(textsQuery());
  const written = data?.filter(({ html }) => html);
  if (!written) return null;
  if (written.length === 0) return i18n._('None published yet');
  return written.map(({ kind }) => textKinds[kind].label()).join(', ');
}
