import { i18n } from '@lingui/core';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { visible } from '../format/visible';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import styles from './search-box.module.css';

/** Milliseconds of inactivity that count as a pause in typing. */
const debounce = 250;

type Props = {
  label: string;
  /** Current search text. */
  value: string;
  onSearch: (words: string) => void;
};

/** Searches while typing, after each pause and on Enter. */
export function SearchBox({ label, value, onSearch }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Changed by navigation. The box's own value may arrive after more was typed.
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const words = visible(text).trim();
  const search = (next: string) => {
    setSent(next);
    if (next !== value) onSearch(next);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    if (words === sent) return undefined;
    const timer = setTimeout(() => searchLater(words), debounce);
    return () => clearTimeout(timer);
  }, [words, sent]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In another form, such as that of a new site, it must not submit that one.
    event.stopPropagation();
    search(words);
  };
  const clear = () => {
    setText('');
    search('');
    document.getElementById(id)?.focus();
  };
  return (
    <search>
      <form className={styles.box} onSubmit={submit}>
        <span className={styles.glass}>
          <Icon name="search" size={20} />
        </span>
        <input
          id={id}
          type="search"
          className={styles.input}
          aria-label={label}
          placeholder={label}
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
        {text !== '' && <IconButton icon="close" label={i18n._('Clear search')} size={18} onClick={clear} />}
      </form>
    </search>
  );
}
