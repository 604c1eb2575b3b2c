import { i18n } from '@lingui/core';
import { menuWordKeys, menuWords } from './menu-words';

type Words = Record<string, () => string>;

/** Section names by path prefix; the longest match wins. */
const rooms: Words = {
  brand: () => i18n._('Brand'),
  appStore: () => i18n._('App store links'),
  navWords: () => i18n._('App menu'),
  googleMap: () => i18n._('Map'),
  airPayLimits: () => 'AirPAY',
  menuItems: () => i18n._('Menu'),
  shopItems: () => i18n._('Shop pages'),
  carousel: () => i18n._('Carousel'),
  homeCards: () => i18n._('Home cards'),
  firebaseConfig: () => i18n._('Firebase'),
  'themes.modal': () => i18n._('Dialogs'),
  'themes.button': () => i18n._('Buttons'),
  'themes.input': () => i18n._('Fields'),
  'themes.mobile': () => i18n._('App'),
  'themes.mobile.homeCards': () => i18n._('Home cards'),
  'themes.mobile.loyaltyCard': () => i18n._('Loyalty'),
};

/** Value names by full path or suffix. */
const values: Words = {
  companyName: () => i18n._('Business name'),
  about: () => i18n._('Introduction'),
  'appStore.apple': () => i18n._('Apple App Store'),
  'appStore.google': () => i18n._('Google Play'),
  ...Object.fromEntries(menuWordKeys.map((key) => [`navWords.${key}`, menuWords[key]])),
  'googleMap.zoom': () => i18n._('Zoom'),
  'googleMap.center.lat': () => i18n._('Latitude'),
  'googleMap.center.lng': () => i18n._('Longitude'),
  'airPayLimits.chargesPerDay': () => i18n._('Charges per day'),
  'airPayLimits.amountPerDay': () => i18n._('Amount per day'),
  resignUpProductId: () => i18n._('Club for returning members'),
  'contact.phone': () => i18n._('Phone'),
  'contact.email': () => i18n._('Email'),
  'business.legalName': () => i18n._('Legal name'),
  'business.address1': () => i18n._('Address'),
  'business.address2': () => i18n._('Address line 2'),
  'business.city': () => i18n._('City'),
  'business.state': () => i18n._('State'),
  'business.zipCode': () => i18n._('ZIP / postal code'),
  'business.taxNumber': () => i18n._('Tax number'),
  cardName: () => i18n._('Gift card name'),
  logo: () => i18n._('Logo'),
  icon: () => i18n._('App icon (square)'),
  'brand.primary': () => i18n._('Primary color'),
  'brand.accent': () => i18n._('Secondary color'),
  'brand.scheme': () => i18n._('Default theme'),
  'brand.font': () => i18n._('Font'),
  'brand.radius': () => i18n._('Corners'),
  'brand.density': () => i18n._('Spacing'),
  'brand.shadow': () => i18n._('Card style'),
  has_ecom: () => i18n._('Enable web shop'),
  has_app: () => i18n._('Enable mobile app'),
  forceLocations: () => i18n._('Require a location before shopping'),
  homeVideo: () => i18n._('Header video'),
  PWAHomeImage: () => i18n._('Header image'),
  imgParallax: () => i18n._('Parallax effect'),
  showPWAShadow: () => i18n._('Card shadows'),
  'bubbles.enabled': () => i18n._('Show bubbles'),
  'bubbles.number': () => i18n._('Number of bubbles'),
  fontSize: () => i18n._('Font size'),
  loyaltyProgram: () => i18n._('Enable points'),
  disabledRoutes: () => i18n._('Hidden pages'),
  languages: () => i18n._('Languages'),
  pricesIncludeTax: () => i18n._('Prices include tax'),
  VAPIDKey: () => i18n._('VAPID key'),
  'firebaseConfig.apiKey': () => i18n._('API key'),
  'firebaseConfig.authDomain': () => i18n._('Auth domain'),
  'firebaseConfig.projectId': () => i18n._('Project ID'),
  'firebaseConfig.storageBucket': () => i18n._('Storage bucket'),
  'firebaseConfig.messagingSenderId': () => i18n._('Sender ID'),
  'firebaseConfig.appId': () => i18n._('App ID'),
  headline: () => i18n._('Headline'),
  buttonText: () => i18n._('Button label'),
  tag: () => i18n._('Button link'),
  'carousel.href': () => i18n._('Shop page'),
  'carousel.color': () => i18n._('Text background color'),
  image: () => i18n._('Image'),
  label: () => i18n._('Label'),
  href: () => i18n._('URL'),
  to: () => i18n._('Link'),
  'homeCards.icon': () => i18n._('Icon'),
  'themes.mobile.homeCards.icon': () => i18n._('Icon'),
  card: () => i18n._('Card'),
  text: () => i18n._('Text'),
  background: () => i18n._('Background'),
  border: () => i18n._('Border'),
  'themes.mobile.bar': () => i18n._('Navigation bar'),
  bar: () => i18n._('Progress bar'),
};

const schemes: Words = { light: () => i18n._('Light'), dark: () => i18n._('Dark') };

const isPlace = (name: string) => /^\d+$/.test(name);

/** Longest prefix of a path with a name. */
function roomOf(names: string[]): string | undefined {
  const beginnings = names.map((_, at) => names.slice(0, names.length - at).join('.'));
  return beginnings.find((beginning) => Object.hasOwn(rooms, beginning));
}

/** Display name of a config value: `carousel.1.headline` is the headline of the second slide. */
export function wordsOf(path: string): string {
  const [, scheme = ''] = /^themes\.(light|dark)\b/.exec(path) ?? [];
  const parts = path.replace(/^themes\.(light|dark)\b/, 'themes').split('.');
  const names = parts.filter((part) => !isPlace(part));
  const place = parts.find(isPlace);
  const [whole, end = ''] = [names.join('.'), names.at(-1)];
  const room = roomOf(names);
  const value = values[whole] ?? (room ? values[end] : undefined);
  if (!room && !value) return path;
  const number = place && i18n.number(Number(place) + 1);
  const unnamed = room === whole ? undefined : end;
  return [room && rooms[room]?.(), number, value?.() ?? unnamed, schemes[scheme]?.()]
    .filter(Boolean)
    .join(' · ');
}
