import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import type { PartProps } from './part-props';
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
  /** Where it can be seen best. */
  device: 'phone' | 'desktop';
  content: (form: PartProps['form']) => ReactNode;
};

/** The sections of the editor, in the order of its menu. */
export const parts = {
  brand: { label: () => i18n._('Brand'), device: 'desktop', content: (form) => <BrandPart form={form} /> },
  shop: { label: () => i18n._('Web shop'), device: 'desktop', content: (form) => <ShopPart form={form} /> },
  carousel: {
    label: () => i18n._('Carousel'),
    device: 'desktop',
    content: (form) => <CarouselPart form={form} />,
  },
  modals: {
    label: () => i18n._('Dialogs'),
    device: 'desktop',
    content: (form) => <SurfacePart form={form} kind="modal" />,
  },
  buttons: {
    label: () => i18n._('Buttons'),
    device: 'desktop',
    content: (form) => <SurfacePart form={form} kind="button" />,
  },
  inputs: {
    label: () => i18n._('Fields'),
    device: 'desktop',
    content: (form) => <SurfacePart form={form} kind="input" />,
  },
  homeCards: {
    label: () => i18n._('Home cards'),
    device: 'phone',
    content: (form) => <HomeCardsPart form={form} />,
  },
  app: { label: () => i18n._('App'), device: 'phone', content: (form) => <AppPart form={form} /> },
  loyalty: {
    label: () => i18n._('Loyalty'),
    device: 'phone',
    content: (form) => <LoyaltyPart form={form} />,
  },
  pages: { label: () => i18n._('Pages'), device: 'phone', content: (form) => <PagesPart form={form} /> },
  firebase: {
    label: () => i18n._('Firebase'),
    device: 'phone',
    content: (form) => <FirebasePart form={form} />,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

export function isPart(name: string | null): name is PartName {
  return name !== null && name in parts;
}
