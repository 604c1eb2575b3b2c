import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { boot } from '@/shared/site/boot';
import { aliases, paths } from '@/shared/site/routes';
import type { Access, Handle } from '@/shared/surface/access';
import { ConnectionLost } from '@/shared/surface/connection-lost';
import { ErrorScreen } from '@/shared/surface/error-screen';
import { lazyPart } from '@/shared/ui/lazy-part';
import { loadCode } from '@/shared/ui/load-code';
import { prefetchShop } from './prefetch';
import { RootShell } from './root-shell';
import { loadShell } from './shells';

type Loaded = () => Promise<ComponentType>;
type Screen = { path: string; access: Access; load: Loaded; shop?: boolean };

const screens: Screen[] = [
  {
    path: paths.home,
    access: 'open',
    shop: true,
    load: () => import('./pages/home-page').then((m) => m.HomePage),
  },
  {
    path: paths.logIn,
    access: 'open',
    load: () => import('./pages/log-in-page').then((m) => m.LogInPage),
  },
  {
    path: paths.signUp,
    access: 'open',
    load: () => import('./pages/sign-up-page').then((m) => m.SignUpPage),
  },
  {
    path: paths.storeDirect,
    access: 'open',
    load: () => import('./pages/store-direct-page').then((m) => m.StoreDirectPage),
  },
  {
    path: paths.logOut,
    access: 'open',
    load: () => import('./pages/log-out-page').then((m) => m.LogOutPage),
  },
  {
    path: paths.updated,
    access: 'tool',
    load: () => import('./pages/updated-page').then((m) => m.UpdatedPage),
  },
  {
    path: paths.confirmEmail,
    access: 'tool',
    load: () => import('./pages/confirm-email-page').then((m) => m.ConfirmEmailPage),
  },
  {
    path: paths.passwordRecovery,
    access: 'tool',
    load: () => import('./pages/password-recovery-page').then((m) => m.PasswordRecoveryPage),
  },
  {
    path: paths.support,
    access: 'open',
    load: () => import('./pages/support-page').then((m) => m.SupportPage),
  },
  {
    path: paths.faq,
    access: 'open',
    load: () => import('./pages/faq-page').then((m) => m.FaqPage),
  },
  {
    path: paths.privacy,
    access: 'open',
    load: () => import('./pages/privacy-page').then((m) => m.PrivacyPage),
  },
  {
    path: paths.terms,
    access: 'open',
    load: () => import('./pages/terms-page').then((m) => m.TermsPage),
  },
  ...[paths.shop, paths.shopWashes, paths.shopBundles, paths.shopMerch, paths.washes, paths.bundles].map(
    (path): Screen => ({
      path,
      access: 'browse',
      shop: true,
      load: () => import('./pages/shop-page').then((m) => m.ShopPage),
    }),
  ),
  ...[paths.shopClubs, paths.washClub].map(
    (path): Screen => ({
      path,
      access: 'browse',
      shop: true,
      load: () => import('./pages/clubs-page').then((m) => m.ClubsPage),
    }),
  ),
  ...[paths.shopCards, paths.giftCards].map(
    (path): Screen => ({
      path,
      access: 'browse',
      shop: true,
      load: () => import('./pages/gift-cards-page').then((m) => m.GiftCardsPage),
    }),
  ),
  {
    path: paths.locations,
    access: 'browse',
    load: () => import('./pages/locations-page').then((m) => m.LocationsPage),
  },
  {
    path: paths.findUs,
    access: 'browse',
    load: () => import('./pages/locations-page').then((m) => m.LocationsPage),
  },
  {
    path: paths.checkout,
    access: 'customer',
    load: () => import('./pages/checkout-page').then((m) => m.CheckoutPage),
  },
  {
    path: paths.wallet,
    access: 'customer',
    load: () => import('./pages/wallet-page').then((m) => m.WalletPage),
  },
  {
    path: `${paths.wallet}/:itemId`,
    access: 'customer',
    load: () => import('./pages/wallet-code-page').then((m) => m.WalletCodePage),
  },
  {
    path: paths.account,
    access: 'customer',
    load: () => import('./pages/account-page').then((m) => m.AccountPage),
  },
  {
    path: paths.userManagement,
    access: 'customer',
    load: () => import('./pages/user-management-page').then((m) => m.UserManagementPage),
  },
  {
    path: paths.purchaseHistory,
    access: 'customer',
    load: () => import('./pages/purchase-history-page').then((m) => m.PurchaseHistoryPage),
  },
];

/** Where nothing that is bought is real. */
const testScreens: Screen[] = [
  {
    path: paths.resignUp,
    access: 'customer',
    load: () => import('./pages/resign-up-page').then((m) => m.ResignUpPage),
  },
];

const canonicalByTag: Record<string, string> = {
  _HOME: paths.home,
  _SHOP: paths.shop,
  _LOCATIONS: paths.locations,
  _ABOUT: paths.support,
};

/** A merchant may call a page by another path; it then leads to the same screen. */
function aliasScreens(): Screen[] {
  return aliases().flatMap(({ path, tag }) => {
    const screen = screens.find((candidate) => candidate.path === canonicalByTag[tag]);
    return screen ? [{ ...screen, path }] : [];
  });
}

/** A screen that cannot be fetched is a screen too: the app around it stands, and it comes once it can. */
async function component(load: Loaded) {
  const Component = await loadCode(load).catch(() => lazyPart(load, ConnectionLost));
  return { Component };
}

function toRoute(screen: Screen, queries: QueryClient): RouteObject {
  return {
    path: screen.path,
    handle: { access: screen.access } satisfies Handle,
    loader: ({ request }) => {
      if (screen.shop) prefetchShop(queries, new URL(request.url));
      return null;
    },
    lazy: () => component(screen.load),
  };
}

/** The shell's static heading stands until the first screen is complete. */
function Nothing() {
  return null;
}

export function createRouter(queries: QueryClient) {
  const offered = [...screens, ...(boot().environment.production ? [] : testScreens)];
  const children = [...offered, ...aliasScreens()].map((screen) => toRoute(screen, queries));
  return createBrowserRouter([
    {
      Component: RootShell,
      loader: async () => {
        await loadShell();
        return null;
      },
      shouldRevalidate: () => false,
      HydrateFallback: Nothing,
      ErrorBoundary: ErrorScreen,
      children: [
        ...children,
        {
          path: '*',
          handle: { access: 'open' } satisfies Handle,
          lazy: () => component(() => import('./pages/not-found-page').then((m) => m.NotFoundPage)),
        },
      ],
    },
  ]);
}
