import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { environmentsQuery, schemaVersionsQuery } from '../api/versions';
import { useIsAtLeast } from '../roles';
import { compareVersions } from '../versions/compare';
import { EnvironmentCard } from '../versions/environment-card';
import styles from '../versions/versions.module.css';

/** Environments with their versions. */
export function VersionsPage() {
  const mayUpdate = useIsAtLeast('operator');
  const { data: schemas = [] } = useQuery(schemaVersionsQuery());
  const newestSchema = [...schemas].sort(compareVersions).at(-1);
  return (
    <Page>
      <QueryView
        query={useQuery(environmentsQuery())}
        skeleton={<Skeleton count={3} height={280} layout="grid" />}
        failed={i18n._("Couldn't load environments")}
      >
        {(environments) => (
          <div className={styles.cards}>
            {environments.map((environment) => (
              <EnvironmentCard
                key={environment.name}
                environment={environment}
                newestSchema={newestSchema}
                mayUpdate={mayUpdate}
              />
            ))}
          </div>
        )}
      </QueryView>
    </Page>
  );
}
