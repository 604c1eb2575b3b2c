import type { Location } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Shows a location with a link to the device's maps app. */
export function showDirections(location: Location) {
  void openDialog<void>(async () => {
    const { DirectionsDialog } = await import('../components/directions-dialog');
    return (settle) => <DirectionsDialog location={location} onClose={() => settle(null)} />;
  });
}
