import { useMemo, useState } from 'react';
import type { Json } from '@/base/json';
import { decodeJson, encodeJson, encodeUnlessText } from '@/base/json-text';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion, Payload } from '@/run/run-state';
import { buildShortId } from '@/run/short-id';
import { Field } from '@/ui/form/field';
import { usePayload } from '@/viewer/use-payload';
import { type AnswerProblems, type AskForm, parseTypedValue, readAnswer, readForm } from '@/workflow/ask-form';
import { AskControl } from './ask-control';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { StopButton } from './stop-button';
import { useAnswer } from './use-answer';
import { useTyped } from './use-typed';

interface FormQuestionProps {
  readonly question: OpenQuestion;
  /** JSON of the form. */
  readonly form: Payload;
}

/** The form of a task that asks a person. */
export function FormQuestion({ question, form: stored }: FormQuestionProps) {
  const { text } = usePayload(question.text);
  const read = usePayload(stored);
  const form = useMemo(() => (read.status === 'ready' ? parseForm(read.text) : undefined), [read.status, read.text]);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [drafts, type] = useTyped(question.path);
  const [problems, setProblems] = useState<AnswerProblems>(new Map());
  if (form === undefined) return null;

  const sendForm = (): void => {
    const given = Object.entries(form).map(([name, field]): [string, Json] => {
      const draft = drafts[name];
      return [
        name,
        draft === undefined ? (field.default ?? null) : draft === '' ? null : parseTypedValue(field, draft),
      ];
    });
    const checked = readAnswer(form, Object.fromEntries(given));
    setProblems(checked.ok ? new Map() : checked.error);
    if (checked.ok) send(encodeJson(checked.value));
  };
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks you"
      text={text}
      problem={problem}
      submit={{
        label: sending ? 'Sent' : 'Answer',
        shortcut: Object.keys(form).length === 1 ? 'Enter' : undefined,
        disabled,
      }}
      others={<StopButton />}
      onSubmit={sendForm}
    >
      {Object.entries(form).map(([name, field]) => (
        <Field key={name} label={renderFieldLabel(name, field)} error={problems.get(name)}>
          <AskControl
            field={field}
            folder={`/answers/${buildShortId(question.path)}`}
            value={drafts[name] ?? encodeUnlessText(field.default)}
            disabled={sending}
            onChange={(draft) => type(name, draft)}
          />
        </Field>
      ))}
      {question.deadline !== undefined && (
        <p className={styles.deadline}>Answer by {new Date(question.deadline).toLocaleString('en-GB')}.</p>
      )}
    </QuestionCard>
  );
}

function renderFieldLabel(name: string, { label = name, required, type }: AskForm[string]) {
  return (
    <>
      {label}
      {!required && type !== 'boolean' && <span className={styles.optional}> optional</span>}
    </>
  );
}

function parseForm(text: string): AskForm | undefined {
  try {
    return readForm(decodeJson(text) as Json);
  } catch {
    return undefined;
  }
}
