import { useState } from 'react';
import type { JournalPath } from '@/run/journal-path';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { useRun } from '@/state/context';
import { useTaskLabel } from '@/viewer/use-task-label';
import { AnyQuestion } from './any-question';
import styles from './questions.module.css';

/**
 * The questions of the run, as a tab of the drawer until they are answered: one form, and above it a list if there are
 * several. They come from the log, so that they reappear after a reload.
 */
export function Questions() {
  const questions = useRun((state) => state.present.questions);
  const [chosen, setChosen] = useState<JournalPath>();
  // The log has them in the order in which they were asked.
  const [oldest] = questions.values();
  const shown = (chosen === undefined ? undefined : questions.get(chosen)) ?? oldest;
  return (
    <section className={styles.questions} aria-label="Questions of the run" data-questions>
      {questions.size > 1 && (
        <ul className={styles.list} aria-label="All questions">
          {[...questions.values()].map((question) => (
            <li key={question.path}>
              <QuestionChoice
                question={question}
                isShown={question === shown}
                onChoose={() => setChosen(question.path)}
              />
            </li>
          ))}
        </ul>
      )}
      {shown && <AnyQuestion key={`${shown.path} ${shown.askedAt}`} question={shown} />}
    </section>
  );
}

interface QuestionChoiceProps {
  readonly question: OpenQuestion;
  readonly isShown: boolean;
  readonly onChoose: () => void;
}

function QuestionChoice({ question, isShown, onChoose }: QuestionChoiceProps) {
  const taskPath = getNearestTaskPath(question.path);
  const { label } = useTaskLabel(taskPath);
  return (
    <button type="button" className={styles.choice} aria-pressed={isShown} data-link onClick={onChoose}>
      <strong>{taskPath === '' ? 'The run' : label}</strong>
      <span>{question.text.text}</span>
    </button>
  );
}
