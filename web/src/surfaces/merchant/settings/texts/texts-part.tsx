import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type TextKind, textsQuery } from '@/features/site/api/texts';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { ChoiceNav } from '../choice-nav';
import { TextForm } from './text-form';
import { isTextKind, textKinds } from './text-kinds';

/** What the site publishes in words of its own. */
export function TextsPart() {
  const query = useQuery(textsQuery());
  const [asked] = useSearchParams();
  const named = asked.get('text');
  const kind: TextKind = isTextKind(named) ? named : 'terms';
  return (
    <>
      <ChoiceNav
        label={i18n._('Texts')}
        choices={(Object.keys(textKinds) as TextKind[]).map((name) => ({
          to: `?text=${name}`,
          label: textKinds[name].label(),
          current: name === kind,
        }))}
      />
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={280} />}
        failed={i18n._('Unable to get the texts')}
      >
        {(texts) => {
          const saved = texts.find((text) => text.kind === kind);
          return <TextForm key={`${kind}:${saved?.textId}`} kind={kind} saved={saved} />;
        }}
      </QueryView>
    </>
  );
}
