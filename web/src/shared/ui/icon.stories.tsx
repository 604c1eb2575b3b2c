import type { Story } from '../testing/story';
import { Icon } from './icon';
import { type IconName, iconPaths } from './icon-paths';

export const story: Story = {
  title: 'Icons',
  states: {
    'all, wide': () => (
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <figure
            key={name}
            style={{ margin: 0, width: 72, display: 'grid', justifyItems: 'center', gap: 4 }}
          >
            <Icon name={name} />
            <figcaption style={{ fontSize: 12 }}>{name}</figcaption>
          </figure>
        ))}
      </div>
    ),
  },
};
