import { type KeyboardEvent, useId, useState } from 'react';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { TextArea } from '@/ui/form/text-area';
import { matchKeys } from '@/ui/keys';
import { usePayload } from '@/viewer/use-payload';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { useAnswer } from './use-answer';

const sendKeys = 'Mod+Enter';

/** A question that a task asks for its model, with a field for an answer of several lines. */
export function InputQuestion({ question }: { readonly question: OpenQuestion }) {
  const { text } = usePayload(question.text);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [answer, setAnswer] = useState('');
  const id = useId();
  const empty = answer.trim() === '';
  const handleInputKey = (event: KeyboardEvent) => {
    if (!matchKeys(event.nativeEvent, sendKeys)) return;
    event.preventDefault();
    if (!empty && !disabled) send(answer);
  };
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks you"
      text={text}
      textId={id}
      problem={problem}
    >
      <TextArea
        aria-label="Your answer"
        aria-describedby={id}
        className={styles.answer ?? ''}
        rows={2}
        value={answer}
        disabled={sending}
        onChange={setAnswer}
        onKeyDown={handleInputKey}
      />
      <Button
        variant="primary"
        shortcut={empty || disabled ? undefined : sendKeys}
        disabled={empty || disabled}
        onClick={() => send(answer)}
      >
        {sending ? 'Sent' : 'Answer'}
      </Button>
    </QuestionCard>
  );
}
