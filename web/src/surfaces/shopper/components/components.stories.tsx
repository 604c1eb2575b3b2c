import type { Story } from '@/shared/testing/story';
import { soldSections } from '../model/shop-sections';
import { EmptyCart } from './empty-cart';
import { ShopPills } from './shop-pills';

function Pills() {
  const [first] = soldSections();
  return first && <ShopPills current={first} />;
}

export const story: Story = {
  title: 'Parts of the shop',
  states: {
    'sections of the shop, wide': () => <Pills />,
    'empty cart': () => <EmptyCart />,
  },
};
