import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';

/** What a section of the editor works on. */
export type PartProps = { form: AppForm<WholeConfig> };
