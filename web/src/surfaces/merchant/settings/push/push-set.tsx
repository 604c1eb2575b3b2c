import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { projectIdsQuery } from '@/features/notifications/api/firebase-project';

/** Firebase project, and whether key and configuration match. */
export function PushSet() {
  const { data } = useQuery(projectIdsQuery());
  if (!data) return null;
  const { privateKeyProjectId: key, configProjectId: config } = data;
  if (!key && !config) return i18n._('No Firebase project');
  return key === config ? key : i18n._("Key and configuration don't match");
}
