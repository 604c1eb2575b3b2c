import { i18n } from '@lingui/core';
import { changeLanguage } from '@/features/identity/model/change-language';
import { languageName } from '@/shared/i18n/language-name';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';
import { SelectBox } from '@/shared/ui/select-box';

/** Each language by its own name. Nothing where the site speaks only one. */
export function LanguageChoice() {
  const { languages } = site();
  if (languages.length < 2) return null;
  return (
    <SelectBox
      label={i18n._('Language')}
      options={languages.map((tag) => ({ value: tag, label: languageName(tag, languages) }))}
      value={pageLocale()}
      onChange={(tag) => void changeLanguage(tag)}
    />
  );
}
