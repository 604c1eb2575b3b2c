import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';

/** Props of an editor section. */
export type PartProps = { form: AppForm<WholeConfig> };
