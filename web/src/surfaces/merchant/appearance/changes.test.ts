import { describe, expect, it } from 'vitest';
import { carriedOver, changesOf } from './changes';

const saved = {
  revision: 3,
  timeStamp: 'then',
  companyName: 'Sparkle',
  brand: { primary: '#112233', radius: 'soft' },
  carousel: [
    { headline: 'A', color: null },
    { headline: 'B', color: '#ffffff' },
  ],
  languages: ['en'],
};

describe('changes of a config', () => {
  it('are named by their place', () => {
    const edited = {
      ...saved,
      companyName: 'Suds',
      brand: { primary: '#000000', radius: 'soft' },
      carousel: [{ headline: 'A', color: '' }, { headline: 'C' }],
    };
    expect(changesOf(saved, edited)).toEqual([
      { path: 'companyName', before: 'Sparkle', after: 'Suds' },
      { path: 'brand.primary', before: '#112233', after: '#000000' },
      { path: 'carousel.1.headline', before: 'B', after: 'C' },
      { path: 'carousel.1.color', before: '#ffffff', after: undefined },
    ]);
  });

  it('are empty after a save', () => {
    expect(changesOf(saved, { ...saved, revision: 4, timeStamp: 'now' })).toEqual([]);
  });

  it('treat a changed list as a whole', () => {
    const edited = { ...saved, languages: ['en', 'es'] };
    expect(changesOf(saved, edited)).toEqual([{ path: 'languages', before: ['en'], after: ['en', 'es'] }]);
  });

  it('include added and removed parts', () => {
    const edited = { ...saved, firebaseConfig: { projectId: 'p' } };
    const [change] = changesOf(saved, edited);
    expect(change).toEqual({ path: 'firebaseConfig.projectId', before: undefined, after: 'p' });
    expect(changesOf(edited, saved)).toHaveLength(1);
  });

  it("are merged with someone else's save", () => {
    const mine = { ...saved, companyName: 'Suds', carousel: [saved.carousel[0], { headline: 'Mine' }] };
    const theirs = { ...saved, revision: 4, brand: { primary: '#abcdef', radius: 'pill' } };
    const both = carriedOver(changesOf(saved, mine), theirs);
    expect(both.companyName).toBe('Suds');
    expect(both.brand).toEqual({ primary: '#abcdef', radius: 'pill' });
    expect(both.carousel[1]?.headline).toBe('Mine');
    expect(both.revision).toBe(4);
  });
});
