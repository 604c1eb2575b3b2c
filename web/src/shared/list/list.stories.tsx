import { useState } from 'react';
import type { Story } from '../testing/story';
import { DateBox } from './date-box';
import { ListControls } from './list-controls';
import { Pager } from './pager';
import { SearchBox } from './search-box';

function Search({ start = '', label = 'Search by name or email' }: { start?: string; label?: string }) {
  const [value, onSearch] = useState(start);
  return <SearchBox label={label} value={value} onSearch={onSearch} />;
}

function Day() {
  const [value, onChange] = useState('2026-11-26');
  return <DateBox label="From" value={value} onChange={onChange} />;
}

export const story: Story = {
  title: 'Search, dates and pages of lists',
  states: {
    empty: () => <Search />,
    default: () => <Search start="ada" />,
    focus: () => <Search />,
    'long German text': () => (
      <Search label="Nach Kundenname, E-Mail-Adresse oder Fahrzeugkennzeichen suchen" />
    ),
    date: () => <Day />,
    'controls, wide': () => (
      <ListControls>
        <Search />
        <Day />
      </ListControls>
    ),
    pages: () => <Pager previous="/1" next="/3" onTurn={() => undefined} />,
    'first page': () => <Pager previous={null} next="/2" onTurn={() => undefined} />,
  },
};
