import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';

const Points = lazyPart(() => import('./points').then((m) => m.Points));

/** Progress to the next award, if the program is on and the customer can earn points. */
export function Loyalty() {
  const { isLoggedIn } = useSession();
  return site().loyaltyProgram && isLoggedIn ? <Points /> : null;
}
