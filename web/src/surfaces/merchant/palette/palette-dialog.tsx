import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { accountQuery } from '@/features/identity/api/account';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { usePlaces } from '../navigation';
import { parts, partsOf } from '../settings/parts';
import { addressOf, pages } from '../table';
import { type Destination, found } from './found';
import styles from './palette-dialog.module.css';
import { useLookedUp } from './use-looked-up';

/** Pages and settings sections the person may open. */
function useDestinations(): Destination[] {
  const places = usePlaces();
  const { data } = useQuery(accountQuery());
  if (!data) return [];
  const rooms = places.flatMap(({ title, places }) =>
    places.map(({ to, label }) => ({ to, label, about: title })),
  );
  const offersDiscounts = places.some(({ places }) => places.some(({ room }) => room === 'discounts'));
  const discounts = (offersDiscounts ? (['deals', 'promoCodes'] as const) : []).map((name) => ({
    to: addressOf(name),
    label: pages[name].title(),
    about: i18n._('Discounts'),
  }));
  const settings = partsOf(data.role).map((part) => ({
    to: addressOf('settingsPart', { part }),
    label: parts[part].label(),
    about: i18n._('Settings'),
  }));
  return [...rooms, ...discounts, ...settings];
}

/** Command palette to open a page by typing part of its name. */
export function PaletteDialog({ onGo, onClose }: { onGo: (to: string) => void; onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const lookedUp = useLookedUp(typed);
  const choices = [...found(useDestinations(), typed), ...lookedUp.found];
  const chosen = Math.min(at, choices.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      const next = (chosen + step + choices.length) % choices.length;
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    const choice = choices[chosen];
    if (event.key === 'Enter' && choice) {
      event.preventDefault();
      onGo(choice.to);
    }
  };
  return (
    <PanelDialog title={i18n._('Go to')} onClose={onClose}>
      <input
        className={styles.box}
        type="text"
        role="combobox"
        aria-label={i18n._('Search pages, settings, customers, orders, gift cards and products')}
        placeholder={i18n._('Search pages, settings, customers, orders, gift cards and products')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? optionId(chosen) : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the person opens it to type
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={i18n._('Results')}>
        {choices.map(({ to, label, about }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search box keeps the focus and handles keys
          <div
            key={to}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.choice}
            onClick={() => onGo(to)}
          >
            <strong>{label}</strong>
            <span className={styles.about}>{about}</span>
          </div>
        ))}
      </div>
      <p role="status" className={choices.length > 0 ? 'visually-hidden' : undefined}>
        {lookedUp.isLooking
          ? i18n._('Searching…')
          : choices.length > 0
            ? i18n._('{count, plural, one {# result} other {# results}}', {
                count: choices.length,
              })
            : i18n._('No results')}
      </p>
    </PanelDialog>
  );
}
