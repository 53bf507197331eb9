import { useState } from 'react';
import { useDocument } from '@/state/context';
import type { EditCommand } from '@/state/document-store';
import { TypeIcon } from '@/ui/display/type-tile';
import { Field } from '@/ui/form/field';
import { connectTasks, type TaskEdge } from '@/workflow/commands/edges/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/edges/disconnect-tasks';
import { inGroup } from '@/workflow/commands/in-group';
import { segmentsInOrder } from '@/workflow/commands/reorder-parts';
import type { TaskId } from '@/workflow/names';
import { containerPath, locateTask, partPath, segmentOf, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTypeInfo } from '@/workflow/tasks';
import { FieldHelpButton } from '../../help/field-help-button';
import { Chips } from '../fields/chips';
import { problemAt } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { useDispatch, useSubject } from '../fields/subject';

/**
 * What a task runs after: of a task of the document and of a subtask those that it waits for, of a step the one before
 * it. A part that stands alone waits for nothing; what a file says all the same is shown, to be taken out.
 */
export function RunsAfter({ id }: { readonly id: TaskPath }) {
  const container = containerPath(id);
  const around = useDocument(({ document }) =>
    container === undefined ? undefined : locateTask(document, container)?.task,
  );
  const waits = useDocument(({ document }) => locateTask(document, id)?.task.dependsOn) !== undefined;
  if (around?.type === 'sequential') return <AfterStep steps={segmentsInOrder(around)} step={segmentOf(id)} />;
  return (container === undefined || around?.type === 'group' || waits) && <Dependencies id={id} />;
}

function AfterStep({ steps, step }: { readonly steps: readonly string[]; readonly step: string }) {
  const before = steps[steps.indexOf(step) - 1];
  return (
    <p className={fields.quiet}>
      {before === undefined
        ? 'The first step: it runs when its sequence starts.'
        : `Runs after ${before}: steps run in order.`}
    </p>
  );
}

/** The tasks that one waits for. A wire on the canvas is the same thing; here it is made and taken away by keyboard. */
function Dependencies({ id }: { readonly id: TaskPath }) {
  const subject = useSubject();
  const dependsOn = useDocument(({ document }) => locateTask(document, id)?.task.dependsOn) ?? [];
  const problem = useDocument(({ document, diagnostics }) =>
    problemAt(diagnostics, subject.root(document), ['dependsOn']),
  );
  const dispatch = useDispatch();
  const [refused, setRefused] = useState<string>();
  const group = containerPath(id);
  const wireFrom = (from: string): TaskEdge => ({ from: from as TaskId, to: segmentOf(id) as TaskId });

  const add = async (from: string): Promise<boolean> => {
    const reason = await dispatch(
      (document) => inGroup(document, group, (inner) => connectTasks(inner, wireFrom(from))),
      'Connect',
    );
    setRefused(reason);
    return reason === undefined;
  };
  const remove = (from: string): void => {
    const command: EditCommand = (document) =>
      inGroup(document, group, (inner) => disconnectTasks(inner, wireFrom(from)));
    void dispatch(command, 'Disconnect').then(setRefused);
  };
  return (
    <Field
      label="Runs after"
      help={<FieldHelpButton path={['dependsOn']} label="Runs after" />}
      error={refused ?? problem?.message}
    >
      <Chips
        name="dependsOn"
        names={dependsOn}
        placeholder={dependsOn.length === 0 ? 'Nothing. Add a task' : 'Add a task'}
        candidates={() => <Candidates id={id} />}
        icon={(one) => <SiblingIcon taskPath={besidePlace(id, one)} />}
        removeLabel={(one) => `No longer run after ${one}`}
        onAdd={add}
        onRemove={remove}
        onType={() => setRefused(undefined)}
      />
    </Field>
  );
}

/** The place of a sibling. */
function besidePlace(taskPath: TaskPath, id: string): TaskPath {
  const container = containerPath(taskPath);
  return container === undefined ? id : partPath(container, id);
}

function SiblingIcon({ taskPath }: { readonly taskPath: TaskPath }) {
  const type = useDocument(({ document }) => locateTask(document, taskPath)?.task.type);
  return type && <TypeIcon type={type} family={taskTypeInfo[type].family} />;
}

/** All its siblings that it does not wait for; why one cannot be taken is said when it is chosen. */
function Candidates({ id }: { readonly id: TaskPath }) {
  const document = useDocument((state) => state.document);
  const group = containerPath(id);
  const holder = group === undefined ? undefined : locateTask(document, group)?.task;
  const siblings = holder?.type === 'group' ? (holder.subtasks ?? {}) : document.tasks;
  const taken = locateTask(document, id)?.task.dependsOn;
  return Object.entries<Task>(siblings)
    .filter(([other]) => other !== segmentOf(id) && !taken?.some((one) => one === other))
    .map(([other, task]) => (
      <option key={other} value={other}>
        {task.name}
      </option>
    ));
}
