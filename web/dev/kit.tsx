import '@/shared/theme/fonts.css';
import '@/shared/theme/tokens.css';
import '@/shared/theme/base.css';
import '@/shared/office/look.css';
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { activateLocale } from '@/shared/i18n/activate';
import { listenToOtherTabs } from '@/shared/lib/store';
import { boot } from '@/shared/site/boot';
import { Providers } from '@/shared/surface/providers';
import { createQueryClient } from '@/shared/surface/query-client';
import type { Story } from '@/shared/testing/story';
import { followFontSize } from '@/shared/theme/font-size';
import { followScheme, useScheme } from '@/shared/theme/scheme';
import { DialogHost } from '@/shared/ui/dialog-host';
import { ToastHost } from '@/shared/ui/toast-host';
import { sayMore } from '@/surfaces/merchant/catalogue';
import styles from './kit.module.css';
import { markFocused, showFocus } from './pseudo-focus';

type Surface = 'shopper' | 'merchant';

const files = import.meta.glob<Story>('../src/**/*.stories.tsx', { eager: true, import: 'story' });

const surface: Surface =
  new URLSearchParams(location.search).get('surface') === 'merchant' ? 'merchant' : 'shopper';
const isNarrow = new URLSearchParams(location.search).has('narrow');

/** The surface that alone shows what a file is about; null: both do. */
function surfaceOf(file: string): Surface | null {
  if (/\/(?:office|list|merchant)\//.test(file)) return 'merchant';
  return /\/shopper\//.test(file) ? 'shopper' : null;
}

const address = (of: Surface, narrow = false) => `/dev/kit?surface=${of}${narrow ? '&narrow' : ''}`;

function Bar() {
  const [scheme, choose] = useScheme();
  const links = [
    { label: 'Shop', to: address('shopper', isNarrow), isCurrent: surface === 'shopper' },
    { label: 'Back office', to: address('merchant', isNarrow), isCurrent: surface === 'merchant' },
    { label: 'Full width', to: address(surface), isCurrent: !isNarrow },
    { label: '320 px', to: address(surface, true), isCurrent: isNarrow },
  ];
  return (
    <header className={styles.bar}>
      <h1>Components</h1>
      <ul>
        {links.map(({ label, to, isCurrent }) => (
          <li key={label}>
            <a href={to} aria-current={isCurrent}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.button}
        onClick={() => choose(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
}

function State({ name, State: Content }: { name: string; State: ComponentType }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (name === 'focus' && frame.current) markFocused(frame.current);
  }, [name]);
  return (
    <article className={styles.state} data-wide={name.includes('wide')}>
      <h3>{name}</h3>
      <div ref={frame} className={styles.frame} lang={name.includes('German') ? 'de' : undefined}>
        <Content />
      </div>
    </article>
  );
}

function DialogState({
  name,
  State: Content,
}: {
  name: string;
  State: ComponentType<{ onClose: () => void }>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article className={styles.state}>
      <h3>{name}</h3>
      <div className={styles.frame}>
        <button type="button" className={styles.button} data-dialog onClick={() => setOpen(true)}>
          Show
        </button>
        {isOpen && <Content onClose={() => setOpen(false)} />}
      </div>
    </article>
  );
}

function Kit() {
  const shown = Object.entries(files).filter(([file]) => [null, surface].includes(surfaceOf(file)));
  if (isNarrow) {
    return (
      <main className={styles.kit}>
        <Bar />
        <iframe className={styles.narrow} src={address(surface)} title="Components at 320 px" />
      </main>
    );
  }
  return (
    <>
      <main className={styles.kit}>
        <Bar />
        {shown.map(([file, { title, states, dialogs = {} }]) => (
          <section key={file} className={styles.story} aria-label={title}>
            <div>
              <h2>{title}</h2>
              <p className={styles.file}>{file.replace('../', '')}</p>
            </div>
            <div className={styles.states}>
              {Object.entries(states).map(([name, Content]) => (
                <State key={name} name={name} State={Content} />
              ))}
              {Object.entries(dialogs).map(([name, Content]) => (
                <DialogState key={name} name={name} State={Content} />
              ))}
            </div>
          </section>
        ))}
      </main>
      <DialogHost />
      <ToastHost />
    </>
  );
}

async function main() {
  boot();
  document.documentElement.dataset.surface = surface;
  followScheme();
  followFontSize();
  listenToOtherTabs();
  await activateLocale('en-US');
  await sayMore();
  const router = createMemoryRouter([{ path: '*', Component: Kit }]);
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <Providers queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  addEventListener('load', showFocus);
  if (document.readyState === 'complete') showFocus();
}

void main();
