import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeLanguage } from '@/features/identity/model/change-language';
import { languageName } from '@/shared/i18n/language-name';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';
import { SelectBox } from '@/shared/ui/select-box';

/** Languages by their own names. Hidden if the site has only one. */
export function LanguageChoice() {
  const { languages } = site();
  const queries = useQueryClient();
  if (languages.length < 2) return null;
  const change = async (tag: string) => {
    await changeLanguage(tag);
    // Server texts are cached in the previous language.
    await queries.invalidateQueries();
  };
  return (
    <SelectBox
      label={i18n._('Language')}
      options={languages.map((tag) => ({ value: tag, label: languageName(tag, languages) }))}
      value={pageLocale()}
      onChange={change}
    />
  );
}
