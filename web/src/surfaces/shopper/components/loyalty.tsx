import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';

const Points = lazyPart(() => import('./points').then((m) => m.Points));

/** The way to the next award, where the merchant has a loyalty program and somebody is there to earn with it. */
export function Loyalty() {
  const { isLoggedIn } = useSession();
  return site().loyaltyProgram && isLoggedIn ? <Points /> : null;
}
