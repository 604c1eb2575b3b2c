import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { carriedOver, changesOf } from '../appearance/changes';
import { keptDraft } from '../appearance/draft-store';
import { Editor } from '../appearance/editor';

/** Asks whether to continue an earlier draft, then opens the editor. */
function WithDraft({ saved }: { saved: WholeConfig }) {
  const [kept, setKept] = useState(() => keptDraft.read());
  const [start, setStart] = useState<WholeConfig | null>(null);
  const changes = kept ? changesOf(kept.base, kept.edited) : [];
  const mine = carriedOver(changes, saved);
  // The draft may have been saved by a request whose response was lost, or in another tab.
  if (start || !kept || changesOf(saved, mine).length === 0)
    return <Editor saved={saved} start={start ?? saved} />;
  const { timeZone } = site();
  return (
    <SectionCard title={i18n._('You have unsaved changes')}>
      <p>
        {i18n._('Last edited on this device {when}.', {
          when: i18n.date(kept.at, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
        })}
      </p>
      <Button variant="contained" onClick={() => setStart(mine)}>
        {i18n._('Keep editing')}
      </Button>{' '}
      <Button
        onClick={() => {
          keptDraft.remove();
          setKept(null);
        }}
      >
        {i18n._('Discard')}
      </Button>
    </SectionCard>
  );
}

/** Theme editor page. */
export function AppearancePage() {
  const query = useQuery(wholeConfigQuery());
  return (
    <Page>
      <QueryView
        query={query}
        skeleton={<Skeleton count={3} height={200} />}
        failed={i18n._("Couldn't load configuration")}
      >
        {/* What was saved is what the fields begin with from then on. */}
        {(saved) => <WithDraft key={saved.revision} saved={saved} />}
      </QueryView>
    </Page>
  );
}
