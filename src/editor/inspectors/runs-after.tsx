import X from 'lucide-react/icons/x';
import { useId, useMemo, useState } from 'react';
import { useDocument } from '@/state/context';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { TypeIcon } from '@/ui/type-tile';
import { connectTasks } from '@/workflow/commands/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/disconnect-tasks';
import { taskIds, taskOf } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { taskTypeInfo } from '@/workflow/tasks';
import { problemAt } from './fields/field-path';
import { useDispatch } from './fields/subject';
import styles from './runs-after.module.css';

/** The tasks that one waits for. A wire on the canvas is the same thing; here it is made and taken away by keyboard. */
export function RunsAfter({ id }: { readonly id: string }) {
  const dependsOn = useDocument(({ document }) => taskOf(document, id)?.dependsOn) ?? [];
  const problem = useDocument(({ diagnostics }) => problemAt(diagnostics, ['tasks', id], ['dependsOn']));
  const dispatch = useDispatch();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string>();
  const [focused, setFocused] = useState(false);
  const list = useId();

  const add = async (from: string): Promise<void> => {
    const wire = { from: from as TaskId, to: id as TaskId };
    const reason = await dispatch((document) => connectTasks(document, wire), 'Connect');
    setRefused(reason);
    if (reason === undefined) setTyped('');
  };
  const remove = (from: TaskId): void => {
    void dispatch((document) => disconnectTasks(document, { from, to: id as TaskId }), 'Disconnect').then(setRefused);
  };

  return (
    <Field label="Runs after" error={refused ?? problem?.message}>
      <div className={styles.box}>
        {dependsOn.map((dependency) => (
          <Dependency key={dependency} id={dependency} onRemove={() => remove(dependency)} />
        ))}
        <TextInput
          className={styles.input}
          value={typed}
          placeholder={dependsOn.length === 0 ? 'Nothing. Add a task' : 'Add a task'}
          list={list}
          onChange={(text) => {
            setTyped(text);
            setRefused(undefined);
          }}
          onInput={(event) => {
            // Chosen from the list, and not typed: there is nothing left to confirm.
            const { inputType } = event.nativeEvent as InputEvent;
            if (inputType === 'insertReplacementText' || inputType === undefined) void add(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            const last = dependsOn.at(-1);
            if (event.key === 'Enter' && typed !== '') void add(typed.trim());
            else if (event.key === 'Backspace' && typed === '' && last) remove(last);
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            if (typed.trim() !== '') void add(typed.trim());
          }}
        />
        {/* A list of thousands is not kept up to date for nothing. */}
        {focused && <Candidates id={id} list={list} />}
      </div>
    </Field>
  );
}

function Dependency({ id, onRemove }: { readonly id: TaskId; readonly onRemove: () => void }) {
  const type = useDocument(({ document }) => taskOf(document, id)?.type);
  return (
    <span className={styles.chip}>
      {type && <TypeIcon type={type} family={taskTypeInfo[type].family} />}
      <span className={styles.name}>{id}</span>
      <button type="button" aria-label={`No longer run after ${id}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </span>
  );
}

/** All other tasks; why one cannot be taken is said when it is chosen. */
function Candidates({ id, list }: { readonly id: string; readonly list: string }) {
  const tasks = useDocument(({ document }) => document.tasks);
  const others = useMemo(() => taskIds({ tasks }).filter((other) => other !== id), [tasks, id]);
  const taken = tasks[id as TaskId]?.dependsOn;
  return (
    <datalist id={list}>
      {others
        .filter((other) => !taken?.includes(other))
        .map((other) => (
          <option key={other} value={other}>
            {tasks[other]?.name}
          </option>
        ))}
    </datalist>
  );
}
