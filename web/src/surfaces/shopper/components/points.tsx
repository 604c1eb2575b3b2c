import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { pointsQuery } from '@/features/loyalty/api/points';
import { PointsCard } from '@/features/loyalty/components/points-card';
import { viewToken } from '@/shared/api/view';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';

/** Customer's points. Read-only staff viewers have none. */
export function Points() {
  return viewToken() ? null : <OwnPoints />;
}

function OwnPoints() {
  const points = useQuery(pointsQuery());
  return (
    <QueryView
      query={points}
      skeleton={<Skeleton height={164} />}
      failed={i18n._("Couldn't load your points")}
    >
      {(known) => <PointsCard points={known} />}
    </QueryView>
  );
}
