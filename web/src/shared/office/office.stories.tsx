import type { Story } from '../testing/story';
import { Age } from './age';
import { BackLink } from './back-link';
import { CopyText } from './copy-text';
import { DifferenceList } from './difference-list';
import { SideNav } from './side-nav';
import { StateChip } from './state-chip';
import { TopBar } from './top-bar';
import { TypedConfirmDialog } from './typed-confirm-dialog';

const chips = (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
    <StateChip mood="good" label="Active" />
    <StateChip mood="busy" label="Scheduled" />
    <StateChip mood="bad" label="Past due" />
    <StateChip mood="over" label="Archived" />
    <StateChip mood="told" label="Informed" />
  </div>
);

const groups = [
  {
    title: 'Sales',
    places: [
      { to: '/', label: 'Orders', icon: 'M4 7h16M4 12h16M4 17h16' },
      { to: '/clubs', label: 'Wash Clubs', icon: 'M5 12h14', aside: <StateChip mood="bad" label="3" /> },
    ],
  },
];

export const story: Story = {
  title: 'Parts of the back office',
  states: {
    states: () => chips,
    'state, long German text': () => <StateChip mood="bad" label="Zahlungserinnerungsverfahren läuft" />,
    age: () => <Age at="2026-11-20T12:00:00Z" />,
    'back link': () => <BackLink to="/orders" label="Orders" />,
    focus: () => <BackLink to="/orders" label="Orders" />,
    'copy text': () => <CopyText text="100001" what="Order number" />,
    differences: () => (
      <DifferenceList
        names={{}}
        label="Changes"
        changes={[
          { path: 'name', before: 'Glow', after: 'Glow Plus' },
          { path: 'arrivalNote', before: null, after: 'Enter from Oak Street' },
        ]}
      />
    ),
    navigation: () => <SideNav label="Menu" name="Sparkle" below="Development" groups={groups} />,
    'navigation, long German text': () => (
      <SideNav
        label="Menü"
        name="Fahrzeugaufbereitungsgesellschaft"
        below="Entwicklungsumgebung"
        groups={[
          {
            title: 'Kundenbeziehungen',
            places: [{ to: '/', label: 'Benachrichtigungseinstellungen', icon: 'M4 7h16' }],
          },
        ]}
      />
    ),
    'top bar, wide': () => (
      <TopBar title="Sparkle" person="Ada Byron" onMenu={() => undefined}>
        <a href="/">Log out</a>
      </TopBar>
    ),
  },
  dialogs: {
    'typed confirmation': ({ onClose }) => (
      <TypedConfirmDialog
        title="Delete site?"
        text="Customers can no longer log in."
        notes={['You can’t undo this.']}
        word="sparkle"
        yes="Delete site"
        onDone={onClose}
        onClose={onClose}
      />
    ),
  },
};
