import { useId, useState } from 'react';
import { encodeJson, tryDecodeObject } from '@/base/json-text';
import { makeTextVisible } from '@/base/visible-text';
import type { ApprovalAnswer } from '@/run/approval';
import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { usePayload } from '@/viewer/use-payload';
import { buildDrafts, buildToolForm, type Drafts, readFormArguments } from '../tools/form-fields';
import { TryFields } from '../tools/try-fields';
import { QuestionCard } from './question-card';
import styles from './questions.module.css';
import { useAnswer } from './use-answer';

interface ApprovalQuestionProps {
  readonly question: OpenQuestion;
  readonly call: NonNullable<OpenQuestion['call']>;
}

/** A call of a tool that a person approves, changes or refuses. */
export function ApprovalQuestion({ question, call }: ApprovalQuestionProps) {
  const { text } = usePayload(question.text);
  const args = usePayload(call.arguments);
  const parameters = usePayload(call.parameters);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [edited, setEdited] = useState<Drafts | string>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [reason, setReason] = useState('');
  const id = useId();
  if (args.status !== 'ready' || parameters.status !== 'ready') return null;

  // Arguments that a form for the schema cannot show are shown as JSON.
  const form = buildToolForm(tryDecodeObject(parameters.text) ?? {});
  const drafts = form.ok ? buildDrafts(form.fields, args.text) : undefined;
  const sendAnswer = (given: ApprovalAnswer): void => send(encodeJson(given));
  const approve = (): void => {
    if (edited === undefined) {
      sendAnswer({ approve: true });
      return;
    }
    if (typeof edited === 'string') {
      const changed = tryDecodeObject(edited);
      setProblems(new Map(changed === undefined ? [['', 'This is not an object in JSON.']] : []));
      if (changed !== undefined) sendAnswer({ approve: true, arguments: changed });
      return;
    }
    const read = readFormArguments(form.ok ? form.fields : [], edited);
    setProblems(read.ok ? new Map() : read.problems);
    if (read.ok) sendAnswer({ approve: true, arguments: read.args });
  };
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks you"
      text={text}
      textId={id}
      problem={problem}
    >
      <form
        className={styles.form}
        aria-describedby={id}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) approve();
        }}
      >
        {form.ok && drafts !== undefined ? (
          <TryFields
            fields={form.fields}
            drafts={edited instanceof Map ? edited : drafts}
            problems={problems}
            onChange={(name, draft) => setEdited(new Map(edited instanceof Map ? edited : drafts).set(name, draft))}
          />
        ) : (
          <Field label="Arguments, as JSON" error={problems.get('')}>
            <TextArea
              mono
              rows={4}
              value={typeof edited === 'string' ? edited : formatPrettyJson(args.text)}
              onChange={setEdited}
            />
          </Field>
        )}
        {makeTextVisible(args.text) !== args.text && (
          <p className={styles.problem}>
            The arguments have characters that are not seen: {makeTextVisible(args.text)}
          </p>
        )}
        <div className={styles.controls}>
          <Button variant="primary" type="submit" disabled={disabled}>
            {sending ? 'Sent' : edited === undefined ? 'Approve' : 'Approve as changed'}
          </Button>
          <TextInput
            aria-label="Why it is refused"
            placeholder="Reason, if refused"
            value={reason}
            onChange={setReason}
          />
          <Button
            variant="danger"
            disabled={disabled}
            onClick={() => sendAnswer(reason.trim() === '' ? { approve: false } : { approve: false, reason })}
          >
            Refuse
          </Button>
        </div>
      </form>
    </QuestionCard>
  );
}

function formatPrettyJson(json: string): string {
  const value = tryDecodeObject(json);
  return value === undefined ? json : encodeJson(value, 2);
}
