import { adminProductsQuery } from '@/features/catalog/api/admin-products';

/** Wash clubs that aren't archived. */
export const clubsQuery = () => adminProductsQuery({ productType: 'AppClub', archived: false, limit: 200 });
