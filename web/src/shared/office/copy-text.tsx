import { i18n } from '@lingui/core';
import { toast } from '../ui/toasts';
import styles from './copy-text.module.css';

/** Text with a copy button. */
export function CopyText({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(i18n._('Copied'));
    } catch {
      toast(i18n._("Couldn't copy. Select the text and copy it manually."));
    }
  };
  return (
    <span className={styles.copy}>
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={i18n._('Copy: {what}', { what })}>
        {i18n._('Copy')}
      </button>
    </span>
  );
}
