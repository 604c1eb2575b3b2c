import type { Story } from '../testing/story';
import { ClosedNotice } from './closed-notice';
import { HeldNotice } from './held-notice';

export const story: Story = {
  title: 'Notices above pages',
  states: {
    'closed shop, wide': () => (
      <ClosedNotice
        text="Your shop isn't open. Only your team can see it, and no one can buy."
        act="Back office"
      />
    ),
    'held site, wide': () => (
      <HeldNotice text="This site is on hold. Orders, billing, redemptions and emails are paused until your provider releases it." />
    ),
    'long German text, wide': () => (
      <HeldNotice text="Diese Website ist angehalten. Bestellungen, Mitgliedschaftszahlungen und Benachrichtigungen ruhen, bis dein Anbieter sie freigibt." />
    ),
  },
};
