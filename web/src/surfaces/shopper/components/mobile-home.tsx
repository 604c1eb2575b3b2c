import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Carousel } from './carousel';
import { HomeBackdrop } from './home-backdrop';
import { HomeCards } from './home-cards';
import { Loyalty } from './loyalty';
import styles from './mobile-home.module.css';
import { Welcome } from './welcome';

// Last, so that it doesn't move anything when loaded.
const HomeNews = lazyPart(() => import('./home-news').then((m) => m.HomeNews));

export function MobileHome() {
  const { isLoggedIn, isGuest } = useSession();
  if (!isLoggedIn && !isGuest) return <Welcome />;
  return (
    <div className={styles.home} data-shadow={site().showPWAShadow}>
      <HomeBackdrop />
      <Loyalty />
      <Carousel />
      <HomeCards />
      {isLoggedIn && <HomeNews />}
    </div>
  );
}
