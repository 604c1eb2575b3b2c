import DOMPurify from 'dompurify';
import { useMemo } from 'react';
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

/** A merchant's text. The server cleans it when it is saved; this is the second line. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, allowed), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the line above
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: clean }} />;
}
