import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';
import type { IconName } from '@/shared/ui/icon-paths';
import { productWords } from '../components/product-words';
import { dealsLabel } from '../model/deals-label';
import { isOffered } from '../model/offer';
import { appLabel, appPath, soldSections } from '../model/shop-sections';
import { addressOf, appAddressOf } from '../table';

type Item = { to: string; label: string; icon: IconName; dot?: boolean };
type Who = { isLoggedIn: boolean; isGuest: boolean; unread: number };

/** Menu entries for this type of visitor, with the merchant's custom names. */
export function sideMenuItems({ isLoggedIn, isGuest, unread }: Who): Item[] {
  const words = site().navWords;
  const word = (key: string, own: string) => words[key] || own;
  const browsing: Item[] = [
    ...soldSections().map((section) => ({
      to: appPath(section),
      label: appLabel(section),
      icon: productWords(section.kind).icon,
    })),
    { to: appAddressOf('locations'), label: word('findUs', i18n._('Find Us')), icon: 'pin' },
  ];
  const customer: Item[] = [
    { to: addressOf('wallet'), label: word('wallet', i18n._('Wallet')), icon: 'wallet' },
    { to: addressOf('airPay'), label: word('airPay', 'AirPAY'), icon: 'bolt' },
    { to: addressOf('promoCode'), label: dealsLabel(), icon: 'tag' },
    {
      to: addressOf('notifications'),
      label: word('notifications', i18n._('Notifications')),
      icon: 'bell',
      dot: unread > 0,
    },
    { to: addressOf('account'), label: word('account', i18n._('My Account')), icon: 'user' },
    {
      to: addressOf('purchaseHistory'),
      label: word('purchaseHistory', i18n._('My Purchases')),
      icon: 'receipt',
    },
    { to: addressOf('referral'), label: word('referral', i18n._('Invite a Friend')), icon: 'gift' },
    { to: addressOf('checkout'), label: word('checkout', i18n._('Checkout')), icon: 'cart' },
  ];
  const help: Item[] = [
    { to: addressOf('support'), label: word('support', i18n._('Support')), icon: 'help' },
    {
      to: addressOf('terms'),
      label: word('termsAndConditions', i18n._('Terms and Conditions')),
      icon: 'receipt',
    },
    { to: addressOf('privacy'), label: word('privacy', i18n._('Privacy')), icon: 'shield' },
  ];
  const leave: Item = isLoggedIn
    ? { to: addressOf('logOut'), label: word('logOut', i18n._('Log Out')), icon: 'logOut' }
    : {
        to: isGuest ? addressOf('logOut') : addressOf('logIn'),
        label: word('logIn', i18n._('Log In')),
        icon: 'logIn',
      };
  const items: Item[] = [
    { to: addressOf('home'), label: word('home', i18n._('Home')), icon: 'home' },
    ...(isLoggedIn || isGuest ? browsing : []),
    ...(isLoggedIn ? customer : []),
    ...help,
  ];
  return [...items.filter((item) => isOffered(item.to)), leave];
}
