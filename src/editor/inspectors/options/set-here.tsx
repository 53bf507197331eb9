import X from 'lucide-react/icons/x';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { useDocument } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { readAt, setAtPath } from '../fields/field-path';
import { FoldsFilled } from '../fields/section';
import { useDispatch, useSubject } from '../fields/subject';
import { AddOption } from './add-option';
import styles from './options.module.css';
import type { TaskOption } from './task-option';
import { taskOptions } from './task-options';

const isOptionSet = (task: Task, { paths, isSet }: TaskOption): boolean =>
  isSet?.(task) ?? paths.some((path) => readAt(task, path) !== undefined);

/** What is set of a task beside its first fields, each with a way to take it back, and a search in all that can be. */
export function SetHere({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const container = useDocument(({ document }) => {
    const path = findContainerPath(id);
    return path === undefined ? undefined : locateTask(document, path)?.task;
  });
  const all = useContext(FoldsFilled);
  // What was set or added stays while its task is shown: a text that is emptied to be written anew must not go.
  const [kept, setKept] = useState<ReadonlySet<TaskOption>>(
    () => new Set(taskOptions.filter((one) => all || isOptionSet(task, one))),
  );
  const [added, setAdded] = useState<TaskOption>();
  const section = useRef<HTMLElement>(null);
  const names = useId();
  const fitting = taskOptions.filter((one) => isOptionSet(task, one) || (one.fits?.(task, container) ?? true));
  const shown = fitting.filter((one) => all || kept.has(one) || isOptionSet(task, one));
  if (shown.some((one) => !kept.has(one))) setKept(new Set([...kept, ...shown]));
  useEffect(() => {
    if (added === undefined) return;
    const place = section.current?.querySelector(`[data-option="${added.label}"]`);
    place?.querySelector<HTMLElement>('input, textarea, select, button:not([data-help], [data-remove])')?.focus();
    place?.scrollIntoView({ block: 'nearest' });
  }, [added]);
  const removeOption = useRemoveOption(task);
  const takeAway = async (option: TaskOption) => {
    await removeOption(option);
    setKept((before) => new Set([...before].filter((other) => other !== option)));
  };
  return (
    <section ref={section} className={styles.section} aria-label="Set here">
      {shown.length > 0 && <h3>Set here</h3>}
      {shown.map((option) => (
        <div key={option.label} className={styles.option} data-option={option.label}>
          <div className={styles.fields}>
            {option.isTitled && <h4>{option.label}</h4>}
            <option.Fields task={task} label={option.label} path={option.paths[0]} />
          </div>
          <IconButton
            size="s"
            label="Remove this option"
            aria-describedby={`${names}${option.label.replaceAll(' ', '-')}`}
            icon={<X />}
            data-remove
            onClick={() => void takeAway(option)}
          />
          <span id={`${names}${option.label.replaceAll(' ', '-')}`} hidden>
            {option.label}
          </span>
        </div>
      ))}
      <AddOption
        options={fitting.filter((one) => !shown.includes(one))}
        onAdd={(option) => {
          setKept(new Set([...kept, option]));
          setAdded(option);
        }}
        onAddAll={(options) => setKept(new Set([...kept, ...options]))}
      />
    </section>
  );
}

/** Takes back all that an option sets, as one step of the edit history. */
function useRemoveOption(task: Task): (option: TaskOption) => Promise<void> {
  const subject = useSubject();
  const dispatch = useDispatch();
  return async (option) => {
    if (!isOptionSet(task, option)) return;
    const without = option.paths.reduce<object>((left, path) => setAtPath(left, path, undefined), task);
    const roots = option.paths.map(([root]) => root);
    const fields = option.clear?.(task) ?? Object.fromEntries(roots.map((root) => [root, readAt(without, [root])]));
    await dispatch(subject.patch(fields), `Remove ${option.label.toLowerCase()}`);
  };
}
