import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { PartProps } from './part-props';
import { AppMenuPart } from './parts/app-menu-part';
import { AppPart } from './parts/app-part';
import { BrandPart } from './parts/brand-part';
import { CarouselPart } from './parts/carousel-part';
import { FirebasePart } from './parts/firebase-part';
import { HomeCardsPart } from './parts/home-cards-part';
import { LoyaltyPart } from './parts/loyalty-part';
import { PagesPart } from './parts/pages-part';
import { ShopPart } from './parts/shop-part';
import { SurfacePart } from './parts/surface-part';

type Part = {
  label: () => string;
  /** Device that shows it best. */
  device: 'phone' | 'desktop';
  /** Config paths edited in this section. */
  holds: RegExp;
  content: (form: PartProps['form']) => ReactNode;
};

/** Sections of the editor, in menu order. */
export const parts = {
  brand: {
    label: () => i18n._('Brand'),
    device: 'desktop',
    holds: /^(companyName|cardName|contact|logo|icon|brand)\b/,
    content: (form) => <BrandPart form={form} />,
  },
  shop: {
    label: () => i18n._('Web shop'),
    device: 'desktop',
    holds: /^(shopItems|menuItems|homeVideo|has_ecom|has_app|forceLocations)\b/,
    content: (form) => <ShopPart form={form} />,
  },
  carousel: {
    label: () => i18n._('Carousel'),
    device: 'desktop',
    holds: /^carousel\b/,
    content: (form) => <CarouselPart form={form} />,
  },
  modals: {
    label: () => i18n._('Dialogs'),
    device: 'desktop',
    holds: /^themes\.\w+\.modal\b/,
    content: (form) => <SurfacePart form={form} kind="modal" />,
  },
  buttons: {
    label: () => i18n._('Buttons'),
    device: 'desktop',
    holds: /^themes\.\w+\.button\b/,
    content: (form) => <SurfacePart form={form} kind="button" />,
  },
  inputs: {
    label: () => i18n._('Fields'),
    device: 'desktop',
    holds: /^themes\.\w+\.input\b/,
    content: (form) => <SurfacePart form={form} kind="input" />,
  },
  homeCards: {
    label: () => i18n._('Home cards'),
    device: 'phone',
    holds: /^(homeCards|themes\.\w+\.mobile\.homeCards)\b/,
    content: (form) => <HomeCardsPart form={form} />,
  },
  app: {
    label: () => i18n._('App'),
    device: 'phone',
    holds:
      /^(PWAHomeImage|imgParallax|showPWAShadow|bubbles|fontSize|appStore|themes\.\w+\.mobile\.(background|text|bar))\b/,
    content: (form) => <AppPart form={form} />,
  },
  appMenu: {
    label: () => i18n._('App menu'),
    device: 'phone',
    holds: /^navWords\b/,
    content: (form) => <AppMenuPart form={form} />,
  },
  loyalty: {
    label: () => i18n._('Loyalty'),
    device: 'phone',
    holds: /^(loyaltyProgram|themes\.\w+\.mobile\.loyaltyCard)\b/,
    content: (form) => <LoyaltyPart form={form} />,
  },
  pages: {
    label: () => i18n._('Pages'),
    device: 'phone',
    holds: /^disabledRoutes\b/,
    content: (form) => <PagesPart form={form} />,
  },
  firebase: {
    label: () => i18n._('Firebase'),
    device: 'phone',
    holds: /^(firebaseConfig|VAPIDKey)\b/,
    content: (form) => <FirebasePart form={form} />,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

export function isPart(name: string | null): name is PartName {
  return name !== null && name in parts;
}

/** Editor section for a config path. */
export function partOf(path: string): PartName | undefined {
  return partNames.find((name) => parts[name].holds.test(path));
}
