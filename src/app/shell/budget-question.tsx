import { useState } from 'react';
import { formatCost, formatTokens } from '@/base/figures';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { usePayload } from '@/viewer/use-payload';
import { proposeLimit } from './propose-limit';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { useAnswer } from './use-answer';

type Budget = NonNullable<OpenQuestion['budget']>;

interface BudgetQuestionProps {
  readonly question: OpenQuestion;
  readonly budget: Budget;
}

/** A budget that is used up: how much was used of how much, and whether to allow more. */
export function BudgetQuestion({ question, budget }: BudgetQuestionProps) {
  const { text } = usePayload(question.text);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [limit, setLimit] = useState(String(proposeLimit(budget)));
  const amount = Number(limit);
  const enough = limit.trim() !== '' && Number.isFinite(amount) && amount > budget.limit;
  const formatBudgetFigure = (figure: number) =>
    budget.resource === 'cost' ? formatCost(figure) : formatTokens(figure);
  const tooSmall = enough ? undefined : `Enter more than the current limit of ${formatBudgetFigure(budget.limit)}.`;
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks for a larger budget"
      text={text}
      problem={problem ?? tooSmall}
    >
      <span className={styles.limit}>
        Allow up to
        {budget.resource === 'cost' && ' $'}
        <TextInput
          aria-label={budget.resource === 'cost' ? 'Allow up to, in US dollars' : 'Allow up to, in tokens'}
          inputMode="decimal"
          value={limit}
          onChange={setLimit}
        />
        {budget.resource === 'tokens' && 'tokens'}
      </span>
      <Button variant="primary" disabled={!enough || disabled} onClick={() => send(String(amount))}>
        {sending ? 'Sent' : `Continue with ${enough ? formatBudgetFigure(amount) : 'more'}`}
      </Button>
      <Button disabled={disabled} onClick={() => send('stop')}>
        Stop here
      </Button>
    </QuestionCard>
  );
}
