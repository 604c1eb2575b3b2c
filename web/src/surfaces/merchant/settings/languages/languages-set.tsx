import { useQuery } from '@tanstack/react-query';
import { wholeConfigQuery } from '@/features/site/api/site-config';
import { languageName } from '@/shared/i18n/language-name';

/** Current languages, the default first. */
export function LanguagesSet() {
  const { data } = useQuery(wholeConfigQuery());
  return data?.languages.map((tag) => languageName(tag, data.languages)).join(', ');
}
