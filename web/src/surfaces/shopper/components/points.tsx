import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { pointsQuery } from '@/features/loyalty/api/points';
import { PointsCard } from '@/features/loyalty/components/points-card';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';

/** The points of who is logged in. */
export function Points() {
  const points = useQuery(pointsQuery());
  return (
    <QueryView
      query={points}
      skeleton={<Skeleton height={164} />}
      failed={i18n._('Unable to get your points')}
    >
      {(known) => <PointsCard points={known} />}
    </QueryView>
  );
}
