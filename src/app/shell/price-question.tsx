import { useState } from 'react';
import { parsePrice } from '@/plan/parse-price';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { usePayload } from '@/viewer/use-payload';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { useAnswer } from './use-answer';

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
  const [input, setInput] = useState('');
  const [output, setOutput] = useState('');
  const price = input.trim() === '' || output.trim() === '' ? undefined : parsePrice(`${input}/${output}`);
  const isWrong = price === undefined && input.trim() !== '' && output.trim() !== '';
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks for a price"
      text={text}
      problem={problem ?? (isWrong ? 'Write both as numbers of US dollars, such as 5 and 25.' : undefined)}
    >
      <PriceField word="Input" value={input} onChange={setInput} />
      <PriceField word="Output" value={output} onChange={setOutput} />
      <Button
        variant="primary"
        disabled={price === undefined || disabled}
        onClick={() => send(`${input.trim()}/${output.trim()}`)}
      >
        {sending ? 'Sent' : 'Use this price'}
      </Button>
      <Button disabled={disabled} onClick={() => send('uncounted')}>
        Continue without counting it
      </Button>
      <Button disabled={disabled} onClick={() => send('stop')}>
        Stop here
      </Button>
    </QuestionCard>
  );
}

interface PriceFieldProps {
  readonly word: 'Input' | 'Output';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PriceField({ word, value, onChange }: PriceFieldProps) {
  return (
    <span className={styles.limit}>
      {word} $
      <TextInput
        aria-label={`${word}, in US dollars for a million tokens`}
        inputMode="decimal"
        value={value}
        onChange={onChange}
      />
    </span>
  );
}
