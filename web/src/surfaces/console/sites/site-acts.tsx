import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { confirmWithPassword } from '@/features/identity/components/confirm-with-password';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { SiteEntry } from '@/shared/api/types';
import { askAndDo } from '@/shared/office/ask-and-do';
import acts from '@/shared/office/page-acts.module.css';
import { throughDialog } from '@/shared/office/through-dialog';
import { dialogs } from '@/shared/ui/dialogs';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { changeSite } from '../api/sites';
import { useIsAtLeast } from '../roles';

const dialogsOf = {
  view: () => import('./view-dialog').then((m) => m.ViewDialog),
  rename: () => import('./site-dialogs').then((m) => m.RenameDialog),
  domain: () => import('./site-dialogs').then((m) => m.DomainDialog),
  pin: () => import('./site-dialogs').then((m) => m.PinDialog),
  export: () => import('./export-dialog').then((m) => m.ExportDialog),
  delete: () => import('./site-dialogs').then((m) => m.DeleteDialog),
};

const tell = (error: unknown) => dialogs.error({ title: errorTitle(error), text: errorText(error) });

/** Site actions, by role. */
export function SiteActs({ site }: { site: SiteEntry }) {
  const { mutateAsync, isPending } = useMutation(changeSite);
  const mayChange = useIsAtLeast('operator');
  const decides = useIsAtLeast('owner');
  if (!mayChange) return null;
  const { id, subdomain, state } = site;
  const leaving = state === 'deleting' || state === 'deleted';
  const press = { variant: 'outlined', disabled: isPending } as const;

  const open = (which: keyof typeof dialogsOf, done = i18n._('Saved')) =>
    throughDialog(done, async () => {
      const Dialog = await dialogsOf[which]();
      return (ways) => <Dialog site={site} {...ways} />;
    });
  const suspend = async () => {
    const suspended = await confirmWithPassword(
      i18n._('Suspend {subdomain}?', { subdomain }),
      i18n._('Visitors see a closed page until you resume the site. No data is lost.'),
      i18n._('Suspend'),
      (password) => mutateAsync({ id, act: 'suspend', password }),
    );
    if (suspended) toast(i18n._('{subdomain} suspended', { subdomain }));
  };
  const resume = () =>
    askAndDo(
      {
        title: i18n._('Resume {subdomain}?', { subdomain }),
        text: i18n._('Visitors can use the site again right away.'),
        yes: i18n._('Resume'),
        done: i18n._('{subdomain} resumed', { subdomain }),
      },
      () => mutateAsync({ id, act: 'resume' }),
    );
  const undo = () =>
    mutateAsync({ id, act: 'undelete' }).then(
      () => toast(i18n._('Deletion of {subdomain} undone', { subdomain })),
      tell,
    );

  return (
    <SectionCard title={i18n._('Actions')}>
      <div className={acts.acts}>
        {!leaving && (
          <>
            <Button {...press} onClick={() => open('view', '')}>
              {i18n._('View as staff')}
            </Button>
            <Button {...press} onClick={() => open('rename')}>
              {i18n._('Rename')}
            </Button>
            <Button {...press} onClick={() => open('domain')}>
              {i18n._('Custom domain')}
            </Button>
            <Button {...press} onClick={() => open('pin')}>
              {i18n._('Pin')}
            </Button>
            {state === 'active' && (
              <Button {...press} onClick={suspend}>
                {i18n._('Suspend')}
              </Button>
            )}
            {state === 'suspended' && (
              <Button {...press} onClick={resume}>
                {i18n._('Resume')}
              </Button>
            )}
          </>
        )}
        {state !== 'deleted' && (
          <Button {...press} onClick={() => open('export', i18n._('{subdomain} exported', { subdomain }))}>
            {i18n._('Export')}
          </Button>
        )}
        {decides && !leaving && (
          <Button
            {...press}
            color="error"
            onClick={() => open('delete', i18n._('{subdomain} scheduled for deletion', { subdomain }))}
          >
            {i18n._('Delete')}
          </Button>
        )}
        {decides && state === 'deleting' && (
          <Button {...press} variant="contained" onClick={undo}>
            {i18n._('Undo deletion')}
          </Button>
        )}
      </div>
    </SectionCard>
  );
}
