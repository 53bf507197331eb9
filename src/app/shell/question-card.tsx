import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useDocument, useStores } from '@/state/context';
import { showRanTask } from '@/state/show-ran-task';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { matchKeys } from '@/ui/keys';
import { useTaskLabel } from '@/viewer/use-task-label';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import styles from './questions.module.css';

/** What sends the form of a question, from each of its fields. */
export const sendKeys = 'Mod+Enter';

interface QuestionCardProps {
  /** The task that asks; empty: the run itself. */
  readonly taskPath: TaskPath;
  /** Written after the name of the task. */
  readonly verb: string;
  /** The question, as plain text. */
  readonly text: string;
  readonly problem: string | undefined;
  /** The fields for the answer, at the left. */
  readonly children?: ReactNode;
  /** The button that sends the answer. */
  readonly submit: { readonly label: string; readonly disabled: boolean; readonly shortcut?: string | undefined };
  /** Beside that button. */
  readonly others?: ReactNode;
  /** What else the question is about, at the right under its text. */
  readonly about?: ReactNode;
  /** Sends the answer, if it can be sent. */
  readonly onSubmit: () => void;
}

/** A question of the run: the form for the answer at the left, and at the right which task asks what. */
export function QuestionCard(props: QuestionCardProps) {
  const { taskPath, verb, text, problem, children, submit, others, about, onSubmit } = props;
  const { label } = useTaskLabel(taskPath);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useAskedFocus(form);
  const name = taskPath === '' ? 'The run' : label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into its border.
    <div className={styles.card} role="group" aria-label={`${name} ${verb}`}>
      <form
        ref={form}
        className={styles.form}
        tabIndex={-1}
        noValidate
        aria-describedby={id}
        onKeyDown={sendByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (!submit.disabled) onSubmit();
        }}
      >
        {children}
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.controls}>
          <Button
            variant="primary"
            type="submit"
            shortcut={submit.disabled ? undefined : (submit.shortcut ?? sendKeys)}
            disabled={submit.disabled}
          >
            {submit.label}
          </Button>
          {others}
        </div>
      </form>
      <div className={styles.about}>
        <p className={styles.who}>
          <StatusRing status="paused" size={14} />
          {taskPath === '' ? <strong>The run</strong> : <TaskLink taskPath={taskPath} />}
          <span>{verb}</span>
        </p>
        <p id={id} className={styles.text}>
          {text}
        </p>
        <From taskPath={taskPath} />
        {about}
      </div>
    </div>
  );
}

/** The tasks whose outputs the task that asks works with. */
function From({ taskPath }: { readonly taskPath: TaskPath }) {
  const before = useDocument(({ document }) => locateTask(document, taskPath)?.task.dependsOn);
  if (before === undefined || before.length === 0) return null;
  const container = taskPath.slice(0, taskPath.lastIndexOf('/') + 1);
  return (
    <p className={styles.from}>
      From{' '}
      {before.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TaskLink taskPath={container + id} />
        </span>
      ))}
      .
    </p>
  );
}

function TaskLink({ taskPath }: { readonly taskPath: TaskPath }) {
  const stores = useStores();
  const { label } = useTaskLabel(taskPath);
  return (
    <button type="button" className={styles.link} data-link onClick={() => showRanTask(stores, taskPath)}>
      {label}
    </button>
  );
}

const fields = ['input', 'textarea', 'select'].map((one) => `${one}:not(:disabled)`).join(', ');

/** Takes the focus when it is asked for: its first field; without one it takes none of its buttons by itself. */
function useAskedFocus(form: { readonly current: HTMLFormElement | null }): void {
  const { view } = useStores();
  useEffect(
    () =>
      view.requests.question.serve((what) => {
        const field = form.current?.querySelector<HTMLElement>(fields);
        const button =
          what === 'form' ? form.current?.querySelector<HTMLElement>('button:not(:disabled)') : form.current;
        (field ?? button)?.focus();
      }),
    [view, form],
  );
}

/**
 * Mod+Enter sends a form from each of its fields, and Enter one that has a single field, in whose text Shift+Enter
 * begins a line. In a form of several, Enter sends nothing that is half filled in.
 */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const { nativeEvent, currentTarget: form, target } = event;
  const isButton = target instanceof HTMLButtonElement;
  if (event.defaultPrevented || nativeEvent.isComposing || nativeEvent.key !== 'Enter') return;
  const sends = matchKeys(nativeEvent, sendKeys);
  if (!sends && (isButton || !matchKeys(nativeEvent, 'Enter'))) return;
  const isSingle = countFields(form) === 1;
  // A line of a longer text, and the choice of a file.
  if (!sends && !isSingle && (target instanceof HTMLTextAreaElement || isFileField(target))) return;
  event.preventDefault();
  event.stopPropagation();
  if (sends || isSingle) form.requestSubmit();
}

/** The fields of a form; the options of a choice are one. */
function countFields(form: HTMLFormElement): number {
  const all = [...form.querySelectorAll<HTMLInputElement>(fields)];
  return new Set(all.map((field) => (field.type === 'radio' ? field.name : field))).size;
}

const isFileField = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'file';
