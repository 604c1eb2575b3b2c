import Button from '@mui/material/Button';
import { SampleForm } from '@/shared/testing/sample-form';
import type { Story } from '@/shared/testing/story';
import { BreakableEmail } from './breakable-email';
import { ChoicesField } from './choices-field';
import { ChosenBar } from './chosen-bar';
import { DateField } from './date-field';
import { DownloadButton } from './download-button';
import { ImportDialog } from './import-dialog';
import { LineLabel } from './line-label';
import { MoveButtons } from './move-buttons';
import { ReasonDialog } from './reason-dialog';
import { RecordList } from './record-list';

const never = () => new Promise<never>(() => undefined);
const records = ['100001', '100002', '100003', '100004', '100005', '100006'].map((id) => ({
  id,
  what: `Order ${id}`,
  note: 'November 20, 2026',
  aside: '$21.60',
}));
const choices = [
  { id: 'a', label: 'Mill Avenue' },
  { id: 'b', label: 'Oak Street' },
  { id: 'c', label: 'Airport', disabled: true },
];
const move = { id: 1, name: 'Glow', above: 2, below: 3, put: never };

export const story: Story = {
  title: 'Parts of back-office pages',
  states: {
    records: () => <RecordList records={records} none="Orders will appear here." />,
    'records, empty': () => <RecordList records={[]} none="Orders will appear here." />,
    'line of an order': () => (
      <LineLabel note="2 of 3 refunded" amount="$60.00">
        The Works
      </LineLabel>
    ),
    'line, long German text': () => (
      <LineLabel note="Teilweise erstattet" amount="1.204.000,00 €">
        Fahrzeuginnenraumaufbereitung mit Polsterreinigung
      </LineLabel>
    ),
    'bulk actions': () => (
      <ChosenBar count={3} onClear={() => undefined}>
        <Button size="small" variant="outlined">
          Archive
        </Button>
      </ChosenBar>
    ),
    move: () => <MoveButtons {...move} busy={false} />,
    'move, loading': () => <MoveButtons {...move} busy />,
    download: () => <DownloadButton list="orders" fetchTable={never} count={12} />,
    'download, empty': () => <DownloadButton list="orders" fetchTable={never} count={0} />,
    date: () => (
      <SampleForm values={{ text: '2026-11-26' }}>
        {({ control }) => <DateField control={control} name="text" label="First day" />}
      </SampleForm>
    ),
    'date, error': () => (
      <SampleForm errors={{ text: 'Enter a day after today.' }}>
        {({ control }) => <DateField control={control} name="text" label="First day" help="In local time" />}
      </SampleForm>
    ),
    choices: () => (
      <SampleForm values={{ many: ['a'] }}>
        {({ control }) => (
          <ChoicesField
            control={control}
            name="many"
            label="Locations"
            choices={choices}
            help="Leave blank for all."
          />
        )}
      </SampleForm>
    ),
    'choices, error': () => (
      <SampleForm errors={{ many: 'Choose a location.' }}>
        {({ control }) => <ChoicesField control={control} name="many" label="Locations" choices={choices} />}
      </SampleForm>
    ),
    'long German email': () => (
      <BreakableEmail email="maximiliane.vonundzuhohenstein@aufbereitungsdienstleistungen.example" />
    ),
  },
  dialogs: {
    reason: ({ onClose }) => (
      <ReasonDialog
        title="Void code?"
        submit="Void code"
        intro={<p>The customer can no longer redeem it.</p>}
        act={never}
        onDone={onClose}
        onClose={onClose}
      />
    ),
    import: ({ onClose }) => (
      <ImportDialog
        title="Import products"
        hint="Columns that the table lacks stay as they are."
        bring={{ mutationFn: never }}
        onClose={onClose}
      />
    ),
  },
};
