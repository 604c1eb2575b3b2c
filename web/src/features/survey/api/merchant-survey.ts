import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type Survey = Schemas['Survey'];
export type QuestionEntry = Schemas['QuestionEntry'];
export type SurveyVersion = Schemas['SurveyVersion'];

/** Current survey questions. */
export const surveyQuery = () =>
  queryOptions({
    queryKey: staffKeys.survey(),
    queryFn: ({ signal }): Promise<Survey> => unwrap(parallel.GET('/api/v1/survey/merchant', { signal })),
    staleTime: 10_000,
  });

/** Survey versions, newest first. */
export const surveyVersionsQuery = () =>
  queryOptions({
    queryKey: staffKeys.surveyVersions(),
    queryFn: async ({ signal }): Promise<SurveyVersion[]> => {
      const params = { query: { limit: 50 } };
      return (await unwrap(parallel.GET('/api/v1/survey/merchant/versions', { params, signal }))).items;
    },
    staleTime: 10_000,
  });

export const saveSurvey = () =>
  mutationOptions({
    mutationFn: (body: Schemas['SurveyChange']): Promise<Survey> =>
      unwrap(serial.POST('/api/v1/survey/merchant', { body })),
    ...partSaved(staffKeys.survey(), staffKeys.surveyVersions()),
  });
