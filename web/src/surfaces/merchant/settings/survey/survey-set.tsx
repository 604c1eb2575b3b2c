import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { surveyQuery } from '@/features/survey/api/merchant-survey';

export function SurveySet() {
  const { data } = useQuery(surveyQuery());
  return (
    data &&
    i18n._('{count, plural, =0 {No questions} one {# question} other {# questions}}', {
      count: data.questions.length,
    })
  );
}
