import { fetchLeavingQuestions } from '@/features/survey/api/survey';
import { show } from '@/shared/ui/dialog-stack';
import { loadCode } from '@/shared/ui/load-code';

/** Asks for the merchant's cancellation survey. Errors never block the cancellation. */
export async function askWhy(): Promise<void> {
  try {
    const questions = await fetchLeavingQuestions();
    if (questions.length === 0) return;
    const { SurveyDialog } = await loadCode(() => import('@/features/survey/components/survey-dialog'));
    await show<null>((settle) => <SurveyDialog questions={questions} onClose={() => settle(null)} />, {
      none: null,
    });
  } catch {
    // A survey must not block the cancellation.
  }
}
