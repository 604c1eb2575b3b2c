import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { changeLanguage } from '@/features/identity/model/change-language';
import { languageName } from '@/shared/i18n/language-name';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';

/**
 * Links to this page in the site's other languages, each in its own language. They change the language in place,
 * with what was typed; in a new tab, they keep the rest of the URL.
 */
export function LanguageLinks({ className }: { className: string | undefined }) {
  const { languages } = site();
  const { search, hash } = useLocation();
  const queries = useQueryClient();
  const others = languages.filter((tag) => tag !== pageLocale());
  const change = async (event: MouseEvent, tag: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await changeLanguage(tag);
    // Server texts are cached in the previous language.
    await queries.invalidateQueries();
  };
  return others.map((tag) => {
    const query = new URLSearchParams(search);
    query.set('lang', tag);
    return (
      <a
        key={tag}
        className={className}
        href={`?${query}${hash}`}
        hrefLang={tag}
        lang={tag}
        onClick={(event) => change(event, tag)}
      >
        {languageName(tag, languages)}
      </a>
    );
  });
}
