import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { SafeHtml } from '../ui/safe-html';
import { activateLocale } from './activate';
import { chooseLocale, followLocale } from './locale';

afterEach(() => activateLocale('en-US'));

it("marks the merchant's texts if the page has another language", async () => {
  openSite({ languages: ['fr-CA', 'en-CA'] });
  await followLocale();
  await chooseLocale('en-CA');
  const { rerender } = render(<SafeHtml html="<p>Conditions</p>" />);
  const speaking = () => screen.getByText('Conditions').closest('[lang]');
  expect(speaking()).toHaveAttribute('lang', 'fr-CA');
  expect(speaking()).not.toBe(document.documentElement);
  await chooseLocale('fr-CA');
  rerender(<SafeHtml html="<p>Conditions</p> " />);
  expect(speaking()).toBe(document.documentElement);
});
