import { i18n } from '@lingui/core';

/** Icons for a card on the home page, including a custom one. */
export function homeCardIcons(present: string): { value: string; label: string }[] {
  const known = [
    { value: 'home', label: i18n._('House') },
    { value: 'car', label: i18n._('Car') },
    { value: 'drop', label: i18n._('Drop') },
    { value: 'wind', label: i18n._('Wind') },
    { value: 'sparkle', label: i18n._('Sparkle') },
    { value: 'tag', label: i18n._('Tag') },
    { value: 'gift', label: i18n._('Gift') },
    { value: 'card', label: i18n._('Card') },
    { value: 'wallet', label: i18n._('Wallet') },
    { value: 'cart', label: i18n._('Cart') },
    { value: 'bag', label: i18n._('Bag') },
    { value: 'calendar', label: i18n._('Calendar') },
    { value: 'star', label: i18n._('Star') },
    { value: 'award', label: i18n._('Medal') },
    { value: 'pin', label: i18n._('Map pin') },
    { value: 'bolt', label: i18n._('Bolt') },
    { value: 'user', label: i18n._('Person') },
    { value: 'users', label: i18n._('People') },
    { value: 'bell', label: i18n._('Bell') },
    { value: 'help', label: i18n._('Question mark') },
    { value: 'phone', label: i18n._('Phone') },
  ];
  const isKnown = present === '' || known.some(({ value }) => value === present);
  return isKnown ? known : [...known, { value: present, label: present }];
}
