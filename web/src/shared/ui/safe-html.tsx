import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { merchantLanguage } from '../i18n/merchant-language';
import styles from './safe-html.module.css';

const allowed = {
  ALLOWED_TAGS: [
    'a',
    'b',
    'blockquote',
    'br',
    'dd',
    'dl',
    'dt',
    'em',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'li',
    'ol',
    'p',
    'strong',
    'details',
    'summary',
    'ul',
  ],
  ALLOWED_ATTR: ['href'],
};

/** Merchant's HTML. The server sanitizes it on save; this is the second line of defense. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, allowed), [html]);
  const prose = { className: styles.prose, lang: merchantLanguage() };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div {...prose} dangerouslySetInnerHTML={{ __html: clean }} />;
}
