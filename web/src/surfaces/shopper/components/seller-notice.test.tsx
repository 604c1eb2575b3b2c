import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { SellerNotice } from './seller-notice';

const business = {
  legalName: 'Sparkle Wash LLC',
  address1: '12 Main St',
  city: 'Mesa',
  state: 'AZ',
  zipCode: '85201',
  taxNumber: 'AZ 20-1234567',
};

it('shows the seller with its address and tax number', () => {
  openSite({ business, contact: { phone: '', email: 'hello@sparkle.example' } });
  render(<SellerNotice />);
  expect(screen.getByText(/Sparkle Wash LLC/)).toHaveTextContent(
    'Sparkle Wash LLC 12 Main St Mesa, AZ 85201',
  );
  expect(screen.getByText('Tax number: AZ 20-1234567')).toBeVisible();
  expect(screen.getByRole('link', { name: 'hello@sparkle.example' })).toBeVisible();
});

it('shows nothing for a site without business details', () => {
  openSite();
  const { container } = render(<SellerNotice />);
  expect(container).toBeEmptyDOMElement();
});
