import Button from '@mui/material/Button';
import type { Story } from '../testing/story';
import { Brand } from './brand';
import { BreakableHost } from './breakable-host';
import { Facts } from './facts';
import { Picture } from './picture';
import { SafeHtml } from './safe-html';
import { SectionCard } from './section-card';

const drawing = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="#24566b"/></svg>',
)}`;

export const story: Story = {
  title: 'Cards, facts, images and prose',
  states: {
    card: () => (
      <SectionCard title="Payment" action={<Button size="small">Edit</Button>}>
        <p>Visa ending in 4242</p>
      </SectionCard>
    ),
    'card, long German text': () => (
      <SectionCard
        title="Benachrichtigungseinstellungen und Datenschutz"
        action={<Button size="small">Bearbeiten</Button>}
      >
        <p>Werbebenachrichtigungen kannst du jederzeit in deinen Geräteeinstellungen ausschalten.</p>
      </SectionCard>
    ),
    facts: () => (
      <Facts
        facts={[
          ['Name', 'Ada Byron'],
          ['Email', 'ada@wash.co'],
          ['License plate', '7ABC123'],
        ]}
      />
    ),
    'facts, long German text': () => (
      <Facts
        facts={[
          ['Rechnungsanschrift', 'Donaudampfschifffahrtsgesellschaftsstraße 112, 80331 München'],
          ['E-Mail', 'maximiliane.vonundzuhohenstein@aufbereitungsdienstleistungen.example'],
        ]}
      />
    ),
    'facts, long URL': () => (
      <Facts
        facts={[
          [
            'URL',
            <BreakableHost key="url" text="https://maximilians-autopflege-muenchen.aufbereitung.example" />,
          ],
        ]}
      />
    ),
    'logo and name': () => <Brand />,
    image: () => <Picture src={drawing} sizes="320px" width={320} height={180} />,
    prose: () => (
      <SafeHtml html="<h2>Returns</h2><p>Merchandise can be <strong>returned</strong> within 30 days. <a href='/faq'>FAQ</a></p><ul><li>Unused</li><li>With its receipt</li></ul>" />
    ),
  },
};
