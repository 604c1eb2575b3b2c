import { useState } from 'react';
import type { Story } from '../testing/story';
import { ChoiceBar } from './choice-bar';
import { SelectBox } from './select-box';

const days = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];
const german = [
  { value: 'day', label: 'Alle Aufbereitungsdienstleistungen' },
  { value: 'week', label: 'Mitgliedschaften' },
];

function Bar({ choices = days }: { choices?: typeof days }) {
  const [value, onChange] = useState('day');
  return <ChoiceBar label="Period" choices={choices} value={value} onChange={onChange} />;
}

type BoxProps = { options?: typeof days; icon?: 'pin'; disabled?: boolean; hideLabel?: boolean };

function Box({ options = days, ...props }: BoxProps) {
  const [value, onChange] = useState('day');
  return <SelectBox label="Group by" options={options} value={value} onChange={onChange} {...props} />;
}

export const story: Story = {
  title: 'Choice bar and select box',
  states: {
    bar: () => <Bar />,
    'bar, long German text': () => <Bar choices={german} />,
    'select box': () => <Box />,
    'with an icon': () => <Box icon="pin" />,
    'without a label': () => <Box hideLabel />,
    focus: () => <Box />,
    disabled: () => <Box disabled />,
    'select box, long German text': () => <Box options={german} />,
  },
};
