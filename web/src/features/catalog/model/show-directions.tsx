import type { Location } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Shows where a location is, and the way to the maps of the device. */
export function showDirections(location: Location) {
  void openDialog<void>(async () => {
    const { DirectionsDialog } = await import('../components/directions-dialog');
    return (settle) => <DirectionsDialog location={location} onClose={() => settle(null)} />;
  });
}
