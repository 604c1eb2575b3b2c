import { type ReactNode, useEffect } from 'react';
import { site } from '../site/boot';
import styles from './page.module.css';
import { usePageHandle } from './page-handle';

type Props = {
  /** Overrides the title from the page table. */
  title?: string;
  /** Language of a title in another language than the page's. */
  titleLanguage?: string | undefined;
  lead?: ReactNode;
  /** `narrow` for forms and text, `wide` for lists and grids. */
  width?: 'narrow' | 'wide';
  hideTitle?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

/** Sets the document title. */
export function useTitle(title: string) {
  const { companyName } = site();
  useEffect(() => {
    document.title = title === companyName ? title : `${title} · ${companyName}`;
  }, [title, companyName]);
}

export function Page({
  title,
  titleLanguage,
  lead,
  width = 'wide',
  hideTitle = false,
  aside,
  children,
}: Props) {
  const handle = usePageHandle();
  const heading = title ?? handle?.title() ?? '';
  useTitle(heading);
  return (
    <div className={styles.page} data-width={width}>
      <header className={hideTitle ? 'visually-hidden' : styles.head}>
        <div>
          <h1 lang={titleLanguage}>{heading}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  );
}
