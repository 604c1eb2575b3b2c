import { i18n } from '@lingui/core';
import { useSearchParams } from 'react-router';
import { type TextKind, textsQuery } from '@/features/site/api/texts';
import { Skeleton } from '@/shared/ui/skeleton';
import { ChoiceNav } from '../choice-nav';
import { OpenedView } from '../opened-view';
import { TextForm } from './text-form';
import { isTextKind, textKinds } from './text-kinds';

/** Policies of the site. */
export function TextsPart() {
  const [asked] = useSearchParams();
  const named = asked.get('text');
  const kind: TextKind = isTextKind(named) ? named : 'terms';
  return (
    <>
      <ChoiceNav
        label={i18n._('Policies')}
        choices={(Object.keys(textKinds) as TextKind[]).map((name) => ({
          to: `?text=${name}`,
          label: textKinds[name].label(),
          current: name === kind,
        }))}
      />
      <OpenedView
        key={kind}
        query={textsQuery()}
        skeleton={<Skeleton count={2} height={280} />}
        failed={i18n._("Couldn't load policies")}
      >
        {(texts, again) => (
          <TextForm kind={kind} saved={texts.find((text) => text.kind === kind)} onSaved={again} />
        )}
      </OpenedView>
    </>
  );
}
