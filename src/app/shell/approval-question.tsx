import { type KeyboardEvent, useState } from 'react';
import { isJsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson, tryDecodeObject } from '@/base/json-text';
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
import { useTyped } from './use-typed';

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
  const [{ json, fields, reason = '' }, type] = useTyped(question.path);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  if (args.status !== 'ready' || parameters.status !== 'ready') return null;

  // Arguments that a form for the schema cannot show are shown as JSON.
  const form = buildToolForm(tryDecodeObject(parameters.text) ?? {});
  const drafts = form.ok ? buildDrafts(form.fields, args.text) : undefined;
  const edited = fields === undefined ? undefined : readDrafts(fields);
  const sendAnswer = (given: ApprovalAnswer): void => send(encodeJson(given));
  const approve = (): void => {
    if (json !== undefined) {
      const changed = tryDecodeObject(json);
      setProblems(new Map(changed === undefined ? [['', 'This is not an object in JSON.']] : []));
      if (changed !== undefined) sendAnswer({ approve: true, arguments: changed });
    } else if (edited !== undefined) {
      const read = readFormArguments(form.ok ? form.fields : [], edited);
      setProblems(read.ok ? new Map() : read.problems);
      if (read.ok) sendAnswer({ approve: true, arguments: read.args });
    } else sendAnswer({ approve: true });
  };
  const refuse = (): void => {
    if (!disabled) sendAnswer(reason.trim() === '' ? { approve: false } : { approve: false, reason });
  };
  // A reason to refuse never approves.
  const refuseByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    refuse();
  };
  const isChanged = json !== undefined || edited !== undefined;
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks you"
      text={text}
      problem={problem}
      submit={{ label: sending ? 'Sent' : isChanged ? 'Approve as changed' : 'Approve', disabled }}
      others={
        <>
          <TextInput
            aria-label="Why it is refused"
            placeholder="Reason, if refused"
            value={reason}
            onChange={(typed) => type('reason', typed)}
            onKeyDown={refuseByKey}
          />
          <Button variant="danger" disabled={disabled} onClick={refuse}>
            Refuse
          </Button>
        </>
      }
      onSubmit={approve}
    >
      {form.ok && drafts !== undefined ? (
        <TryFields
          fields={form.fields}
          drafts={edited ?? drafts}
          problems={problems}
          onChange={(name, draft) =>
            type('fields', encodeJson(Object.fromEntries(new Map(edited ?? drafts).set(name, draft))))
          }
        />
      ) : (
        <Field label="Arguments, as JSON" error={problems.get('')}>
          <TextArea
            mono
            rows={4}
            value={json ?? formatPrettyJson(args.text)}
            onChange={(typed) => type('json', typed)}
          />
        </Field>
      )}
      {makeTextVisible(args.text) !== args.text && (
        <p className={styles.problem}>The arguments have characters that are not seen: {makeTextVisible(args.text)}</p>
      )}
    </QuestionCard>
  );
}

/** What was typed into the fields of the arguments, as it is kept; undefined: it cannot be read. */
function readDrafts(text: string): Drafts | undefined {
  const value = tryDecodeJson(text);
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.entries(value).map(([name, draft]) => [name, String(draft)]));
}

function formatPrettyJson(json: string): string {
  const value = tryDecodeObject(json);
  return value === undefined ? json : encodeJson(value, 2);
}
