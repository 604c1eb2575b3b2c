import { languageName } from '@/shared/i18n/language-name';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';

/** Links to this page in the site's other languages, each in its own language. */
export function LanguageLinks({ className }: { className: string | undefined }) {
  const { languages } = site();
  const others = languages.filter((tag) => tag !== pageLocale());
  return others.map((tag) => (
    <a key={tag} className={className} href={`?lang=${tag}`} hrefLang={tag} lang={tag}>
      {languageName(tag, languages)}
    </a>
  ));
}
