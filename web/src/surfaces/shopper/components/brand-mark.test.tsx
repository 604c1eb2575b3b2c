import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { BrandMark } from './brand-mark';

const picture = (size: string) => `/uploads/${'a'.repeat(32)}-${size}.png`;

function show(logo: string) {
  openSite({ companyName: 'Canyon', logo });
  render(<BrandMark />, { wrapper: MemoryRouter });
  return screen.getByText('Canyon');
}

it.each(['512x512', '512x320'])('shows the name next to a logo of %s', (size) => {
  expect(show(picture(size))).not.toHaveClass('visually-hidden');
});

it.each(['512x256', '512x128', '512x86'])('replaces the name with a logo of %s', (size) => {
  expect(show(picture(size))).toHaveClass('visually-hidden');
  expect(screen.getByRole('link')).toHaveAccessibleName('Canyon, home');
});

it("shows the name instead of a logo that can't be loaded", () => {
  const name = show(picture('512x128'));
  fireEvent.error(document.querySelector('img') as HTMLImageElement);
  expect(name).toHaveTextContent('Canyon');
  expect(screen.getByText('Canyon')).not.toHaveClass('visually-hidden');
  expect(document.querySelector('img')).toBeNull();
});

it('measures a logo whose URL has no size, once', () => {
  const logo = '/uploads/mark.svg';
  const name = show(logo);
  expect(name).not.toHaveClass('visually-hidden');
  const image = document.querySelector('img') as HTMLImageElement;
  Object.defineProperties(image, { naturalWidth: { value: 300 }, naturalHeight: { value: 100 } });
  fireEvent.load(image);
  expect(name).toHaveClass('visually-hidden');
  render(<BrandMark linked={false} />, { wrapper: MemoryRouter });
  for (const one of screen.getAllByText('Canyon')) expect(one).toHaveClass('visually-hidden');
});
