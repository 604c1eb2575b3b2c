import { type ReactNode, useEffect } from 'react';
import { site } from '../site/boot';
import styles from './page.module.css';

type Props = {
  title: string;
  lead?: string;
  /** `narrow` for forms and text, `wide` for lists and grids. */
  width?: 'narrow' | 'wide';
  hideTitle?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

export function Page({ title, lead, width = 'wide', hideTitle = false, aside, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${site().companyName}`;
  }, [title]);
  return (
    <div className={styles.page} data-width={width}>
      <header className={hideTitle ? 'visually-hidden' : styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  );
}
