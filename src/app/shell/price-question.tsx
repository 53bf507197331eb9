import { parsePrice } from '@/plan/parse-price';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { usePayload } from '@/viewer/use-payload';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { useAnswer } from './use-answer';
import { useTyped } from './use-typed';

interface PriceQuestionProps {
  readonly question: OpenQuestion;
}

/**
 * A model without a known price, under a budget in USD. Asks for its price, or whether to continue uncounted or to
 * stop.
 */
export function PriceQuestion({ question }: PriceQuestionProps) {
  const { text } = usePayload(question.text);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [{ input = '', output = '' }, type] = useTyped(question.path);
  const isReady = input.trim() !== '' && output.trim() !== '' && parsePrice(`${input}/${output}`) !== undefined;
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks for a price"
      text={text}
      problem={problem}
      submit={{ label: sending ? 'Sent' : 'Use this price', disabled: !isReady || disabled }}
      others={
        <>
          <Button disabled={disabled} onClick={() => send('uncounted')}>
            Continue without counting it
          </Button>
          <Button variant="ghost" disabled={disabled} onClick={() => send('stop')}>
            Stop here
          </Button>
        </>
      }
      onSubmit={() => send(`${input.trim()}/${output.trim()}`)}
    >
      <div className={styles.row}>
        <PriceField word="Input" value={input} onChange={(typed) => type('input', typed)} />
        <PriceField word="Output" value={output} onChange={(typed) => type('output', typed)} />
      </div>
    </QuestionCard>
  );
}

interface PriceFieldProps {
  readonly word: 'Input' | 'Output';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PriceField({ word, value, onChange }: PriceFieldProps) {
  const isWrong = value.trim() !== '' && parsePrice(`${value}/${value}`) === undefined;
  return (
    <Field
      label={`${word}, in US dollars for a million tokens`}
      error={isWrong ? 'Write a number of US dollars, such as 5 or 0.25.' : undefined}
    >
      <TextInput inputMode="decimal" value={value} onChange={onChange} />
    </Field>
  );
}
