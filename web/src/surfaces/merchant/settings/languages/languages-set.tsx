import { useQuery } from '@tanstack/react-query';
import { wholeConfigQuery } from '@/features/site/api/site-config';
import { languageName } from '@/shared/i18n/language-name';

/** The languages in force, the first one first. */
export function LanguagesSet() {
  const { data } = useQuery(wholeConfigQuery());
  return data?.languages.map((tag) => languageName(tag, data.languages)).join(', ');
}
