import { afterEach, expect, it } from 'vitest';
import { formInFront } from './form-in-front';

afterEach(() => document.body.replaceChildren());

const form = (name: string, state = '') =>
  `<form id="${name}"><input id="in-${name}"><button type="submit" ${state}>Save</button></form>`;

it.each([
  ['the only one of a page', form('a'), '', 'a'],
  ['of several, the one with the focus', form('a') + form('b'), 'in-b', 'b'],
  ['of several, none without it', form('a') + form('b'), '', undefined],
  ['the dialog’s before the page’s', `${form('a')}<div role="dialog">${form('b')}</div>`, 'in-a', 'b'],
  ['none that cannot be sent', form('a', 'disabled'), '', undefined],
])('finds %s', (_, html, focus, found) => {
  document.body.innerHTML = html;
  document.getElementById(focus)?.focus();
  expect(formInFront()?.id).toBe(found);
});
