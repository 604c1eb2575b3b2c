import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import { useStored } from '@/shared/lib/stored';
import { IconButton } from '@/shared/ui/icon-button';
import { openDialog } from '@/shared/ui/open-dialog';
import { toast } from '@/shared/ui/toasts';
import { keptViews, narrowing, withoutView, withView } from './kept-views';
import styles from './saved-views.module.css';

/** Saved views of a list, with a button to save the current one. */
export function SavedViews({ list }: { list: string }) {
  const { search } = useLocation();
  const all = useStored(keptViews) ?? [];
  const views = all.filter((view) => view.list === list);
  const shown = narrowing(search);
  const isKept = views.some((view) => view.search === shown);
  const keep = async () => {
    const name = await openDialog<string>(async () => {
      const { ViewDialog } = await import('./view-dialog');
      return (settle) => <ViewDialog onDone={settle} onClose={() => settle(null)} />;
    });
    if (!name) return;
    keptViews.write(withView(keptViews.read() ?? [], { list, name, search: shown }));
    toast(i18n._('View saved'));
  };
  if (views.length === 0 && !shown) return null;
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <ul aria-label={i18n._('Saved views')}>
          {views.map((view) => (
            <li key={view.name}>
              <Link to={`?${view.search}`} aria-current={view.search === shown ? 'true' : undefined}>
                {view.name}
              </Link>
              <IconButton
                icon="close"
                size={14}
                label={i18n._('Delete view {name}', { name: view.name })}
                onClick={() => keptViews.write(withoutView(all, view))}
              />
            </li>
          ))}
        </ul>
      )}
      {shown && !isKept && (
        <Button size="small" onClick={keep}>
          {i18n._('Save view')}
        </Button>
      )}
    </div>
  );
}
