import { expect, it } from 'vitest';
import { inOrder } from './home-card-colours';

const [red, blue] = [{ card: '#ff0000' }, { card: '#0000ff', icon: '' }];

it.each([
  ['moved', [red, blue], [1, 0], [blue, red]],
  ['moved behind the end of the list', [red], [1, 2, 0], [{}, {}, red]],
  ['removed', [red, blue], [1], [blue]],
  ['removed, the last', [red, {}, blue], [0, 1], [red]],
  ['none at all', [], [1, 0], []],
])("keeps a card's colors: %s", (_, colours, order, expected) => {
  expect(inOrder(colours, order)).toEqual(expected);
});

it("fills gaps in a form's list", () => {
  const holes: (typeof red)[] = [];
  holes[2] = red;
  expect(inOrder(holes, [0, 1, 2])).toEqual([{}, {}, red]);
});
