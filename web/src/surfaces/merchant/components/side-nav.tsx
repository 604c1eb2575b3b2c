import { SideNav as Nav } from '@/shared/office/side-nav';
import { boot, site } from '@/shared/site/boot';
import { usePlaces } from '../navigation';
import { WaitingCount } from '../waiting/waiting-count';

type Props = {
  label: string;
  onGo?: (() => void) | undefined;
};

/** Name of the site and the pages the person may open. */
export function SideNav({ label, onGo }: Props) {
  const { subdomain, environment } = boot();
  const groups = usePlaces().map(({ title, places }) => ({
    title,
    places: places.map(({ room, ...place }) => ({
      ...place,
      above: room === 'home',
      aside: room === 'waiting' && <WaitingCount />,
    })),
  }));
  return (
    <Nav
      label={label}
      name={site().companyName}
      below={environment.production ? subdomain : `${subdomain} · ${environment.name}`}
      groups={groups}
      onGo={onGo}
    />
  );
}
