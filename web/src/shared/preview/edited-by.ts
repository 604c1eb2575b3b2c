type Found = { element: Element; path: string };

type Link = { label: string };

/** Parts of the draft that identify an element. */
type Draft = { menuItems?: Link[]; shopItems?: Link[] };

type Sign = { selector: string; path: (element: Element, draft: Draft, scheme: string) => string | null };

const place = (element: Element) => [...(element.parentElement?.children ?? [])].indexOf(element);

function namedLink(element: Element, { menuItems = [], shopItems = [] }: Draft): string | null {
  const label = element.textContent?.trim();
  const at = (items: Link[]) => items.findIndex((item) => item.label === label);
  if (at(menuItems) >= 0) return `menuItems.${at(menuItems)}.label`;
  return at(shopItems) >= 0 ? `shopItems.${at(shopItems)}.label` : null;
}

/** Selectors of the shop's parts; the innermost match wins. */
const signs: Sign[] = [
  {
    selector: 'a[style*="--home-card-"]',
    path: (element) => {
      const index = /--home-card-(\d+)/.exec(element.getAttribute('style') ?? '')?.[1];
      return index === undefined ? null : `homeCards.${index}.text`;
    },
  },
  { selector: '[role=group][style*="--slide-text"] img', path: (img) => slide(img, 'image') },
  { selector: '[role=group][style*="--slide-text"] h2', path: (title) => slide(title, 'headline') },
  { selector: '[role=group][style*="--slide-text"] p', path: (text) => slide(text, 'text') },
  { selector: '[role=group][style*="--slide-text"] a', path: (button) => slide(button, 'buttonText') },
  { selector: '[role=group][style*="--slide-text"]', path: (element) => slide(element, 'color') },
  {
    selector: '[role=dialog], [role=alertdialog]',
    path: (_, __, scheme) => `themes.${scheme}.modal.background`,
  },
  { selector: '.MuiFormControl-root', path: (_, __, scheme) => `themes.${scheme}.input.background` },
  { selector: '.MuiButton-contained', path: (_, __, scheme) => `themes.${scheme}.button.background` },
  { selector: 'video', path: () => 'homeVideo' },
  { selector: 'header a img', path: () => 'logo' },
  { selector: 'header a[href="/"], footer strong', path: () => 'companyName' },
  { selector: 'a[href^="tel:"]', path: () => 'contact.phone' },
  { selector: 'nav a', path: namedLink },
  {
    // Progress bar of the next award.
    selector: 'section:has([style*="inline-size"])',
    path: (_, __, scheme) => `themes.${scheme}.mobile.loyaltyCard.background`,
  },
  {
    selector: 'nav:has([aria-haspopup=dialog])',
    path: (_, __, scheme) => `themes.${scheme}.mobile.bar`,
  },
  { selector: 'header', path: () => 'brand.primary' },
];

function slide(element: Element, part: string): string | null {
  const whole = element.closest('[role=group]');
  return whole && `carousel.${place(whole)}.${part}`;
}

function draft(): Draft {
  const boot = JSON.parse(document.getElementById('suds-boot')?.textContent ?? '{}') as {
    siteConfig?: Draft;
  };
  return boot.siteConfig ?? {};
}

/** Config path a merchant would edit to change this element, and the element that shows it. */
export function editedBy(target: Element): Found | null {
  const known = draft();
  const scheme = document.documentElement.hasAttribute('data-dark') ? 'dark' : 'light';
  for (let element: Element | null = target; element; element = element.parentElement) {
    for (const { selector, path } of signs) {
      const found = element.matches(selector) && path(element, known, scheme);
      if (found) return { element, path: found };
    }
  }
  return null;
}
