import { formatCost, formatTokens } from '@/base/figures';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { usePayload } from '@/viewer/use-payload';
import { proposeLimit } from './propose-limit';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { Spending } from './spending';
import { useAnswer } from './use-answer';
import { useTyped } from './use-typed';

type Budget = NonNullable<OpenQuestion['budget']>;

interface BudgetQuestionProps {
  readonly question: OpenQuestion;
  readonly budget: Budget;
}

/** A budget that is used up: how much was used of how much and for what, and whether to allow more. */
export function BudgetQuestion({ question, budget }: BudgetQuestionProps) {
  const { text } = usePayload(question.text);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [{ limit = String(proposeLimit(budget)) }, type] = useTyped(question.path);
  const amount = Number(limit);
  const isEnough = limit.trim() !== '' && Number.isFinite(amount) && amount > budget.limit;
  const isCost = budget.resource === 'cost';
  const formatFigure = (figure: number) => (isCost ? formatCost(figure) : formatTokens(figure));
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks for a larger budget"
      text={text}
      problem={problem}
      submit={{
        label: sending ? 'Sent' : `Continue with ${isEnough ? formatFigure(amount) : 'more'}`,
        shortcut: 'Enter',
        disabled: !isEnough || disabled,
      }}
      others={
        <Button variant="ghost" disabled={disabled} onClick={() => send('stop')}>
          Stop here
        </Button>
      }
      about={<Spending resource={budget.resource} />}
      onSubmit={() => send(String(amount))}
    >
      <Field
        label={isCost ? 'Allow up to, in US dollars' : 'Allow up to, in tokens'}
        error={isEnough ? undefined : `Enter more than the current limit of ${formatFigure(budget.limit)}.`}
        hint={budget.needed > 0 ? `The next call may need ${formatFigure(budget.needed)}.` : undefined}
      >
        <TextInput
          className={styles.figure}
          inputMode="decimal"
          value={limit}
          onChange={(typed) => type('limit', typed)}
        />
      </Field>
    </QuestionCard>
  );
}
