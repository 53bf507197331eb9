import type { OpenQuestion } from '@/run/run-state';
import { ApprovalQuestion } from './approval-question';
import { BreakpointQuestion } from './breakpoint-question';
import { BudgetQuestion } from './budget-question';
import { FormQuestion } from './form-question';
import { InputQuestion } from './input-question';
import { PriceQuestion } from './price-question';

/** A question of the run, by its kind. */
export function AnyQuestion({ question }: { readonly question: OpenQuestion }) {
  if (question.kind === 'breakpoint') return <BreakpointQuestion question={question} />;
  if (question.kind === 'price') return <PriceQuestion question={question} />;
  if (question.call !== undefined) return <ApprovalQuestion question={question} call={question.call} />;
  if (question.form !== undefined) return <FormQuestion question={question} form={question.form} />;
  if (question.budget === undefined) return <InputQuestion question={question} />;
  return <BudgetQuestion question={question} budget={question.budget} />;
}
