import { parallel, serial, unwrap } from '@/shared/api/client';
import type { SurveyAnswer, SurveyQuestion } from '@/shared/api/types';

/** Fetches the cancellation survey. */
export function fetchLeavingQuestions(): Promise<SurveyQuestion[]> {
  return unwrap(parallel.GET('/api/v1/survey/leaving'));
}

export async function submitResponse(body: SurveyAnswer[]): Promise<void> {
  await unwrap(serial.POST('/api/v1/survey/submit-response', { body }));
}
