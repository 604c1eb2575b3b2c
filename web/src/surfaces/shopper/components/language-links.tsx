import { changeLanguage } from '@/features/identity/model/change-language';
import { languageName } from '@/shared/i18n/language-name';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';

type Props = { className: string | undefined; onChosen?: () => void };

/** The site's other languages, for whoever does not read this one: each in its own words, and an address for search engines. */
export function LanguageLinks({ className, onChosen }: Props) {
  const { languages } = site();
  const others = languages.filter((tag) => tag !== pageLocale());
  return others.map((tag) => (
    <a
      key={tag}
      className={className}
      href={`?lang=${tag}`}
      hrefLang={tag}
      lang={tag}
      onClick={(event) => {
        event.preventDefault();
        onChosen?.();
        void changeLanguage(tag);
      }}
    >
      {languageName(tag, languages)}
    </a>
  ));
}
