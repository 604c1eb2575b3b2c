import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { Carousel } from './carousel';
import { HomeBackdrop } from './home-backdrop';
import { HomeCards } from './home-cards';
import { HomeNotifications } from './home-notifications';
import { Loyalty } from './loyalty';
import styles from './mobile-home.module.css';
import { Welcome } from './welcome';

export function MobileHome() {
  const { isLoggedIn, isGuest } = useSession();
  if (!isLoggedIn && !isGuest) return <Welcome />;
  return (
    <div className={styles.home} data-shadow={site().showPWAShadow}>
      <HomeBackdrop />
      <Loyalty />
      <Carousel />
      <HomeCards />
      <HomeNotifications />
    </div>
  );
}
