import { useState } from 'react';
import { makeNameVisible } from '@/base/visible-text';
import { useDocument } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { TypeIcon } from '@/ui/display/type-tile';
import { Field } from '@/ui/form/field';
import { connectTasks, type TaskEdge } from '@/workflow/commands/edges/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/edges/disconnect-tasks';
import { editInGroup } from '@/workflow/commands/in-group';
import { listSegmentsInOrder } from '@/workflow/commands/reorder-parts';
import { findFunctionName } from '@/workflow/function-path';
import type { TaskId } from '@/workflow/names';
import { buildPartPath, findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { FieldHelpButton } from '../../help/field-help-button';
import { Chips } from '../fields/chips';
import { findProblemAt } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { useDispatch, useSubject } from '../fields/subject';

/**
 * What a task runs after. For a task of the document or a subtask: its dependencies. For a step: the step before it.
 * Any other part has no dependencies; any that the file states are shown, so that they can be removed.
 */
export function RunsAfter({ id }: { readonly id: TaskPath }) {
  const container = findContainerPath(id);
  const containerTask = useDocument(({ document }) =>
    container === undefined ? undefined : locateTask(document, container)?.task,
  );
  const waits = useDocument(({ document }) => locateTask(document, id)?.task.dependsOn) !== undefined;
  if (containerTask?.type === 'sequential')
    return <AfterStep steps={listSegmentsInOrder(containerTask)} step={getLastSegment(id)} />;
  const isTop = container === undefined && findFunctionName(id) === undefined;
  return (isTop || containerTask?.type === 'group' || waits) && <Dependencies id={id} />;
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

/**
 * The dependencies of a task, the same that wires on the canvas show. Here they can be added and removed by keyboard.
 */
function Dependencies({ id }: { readonly id: TaskPath }) {
  const subject = useSubject();
  const dependsOn = useDocument(({ document }) => locateTask(document, id)?.task.dependsOn) ?? [];
  const problem = useDocument(({ document, diagnostics }) =>
    findProblemAt(diagnostics, subject.root(document), ['dependsOn']),
  );
  const dispatch = useDispatch();
  const [refused, setRefused] = useState<string>();
  const group = findContainerPath(id);
  const wireFrom = (from: string): TaskEdge => ({ from: from as TaskId, to: getLastSegment(id) as TaskId });

  const addDependency = async (from: string): Promise<boolean> => {
    const reason = await dispatch(
      (document) => editInGroup(document, group, (inner) => connectTasks(inner, wireFrom(from))),
      'Connect',
    );
    setRefused(reason);
    return reason === undefined;
  };
  const removeDependency = (from: string): void => {
    const disconnectDependency: EditCommand = (document) =>
      editInGroup(document, group, (inner) => disconnectTasks(inner, wireFrom(from)));
    void dispatch(disconnectDependency, 'Disconnect').then(setRefused);
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
        icon={(one) => <SiblingIcon taskPath={buildSiblingPath(id, one)} />}
        removeLabel={(one) => `No longer run after ${one}`}
        onAdd={addDependency}
        onRemove={removeDependency}
        onType={() => setRefused(undefined)}
      />
    </Field>
  );
}

/** The task path of a sibling. */
function buildSiblingPath(taskPath: TaskPath, id: string): TaskPath {
  const container = findContainerPath(taskPath);
  return container === undefined ? id : buildPartPath(container, id);
}

function SiblingIcon({ taskPath }: { readonly taskPath: TaskPath }) {
  const type = useDocument(({ document }) => locateTask(document, taskPath)?.task.type);
  return type && <TypeIcon look={taskTraits[type]} />;
}

/** All siblings that are not dependencies yet. If one cannot be chosen, the reason is shown once it is. */
function Candidates({ id }: { readonly id: TaskPath }) {
  const document = useDocument((state) => state.document);
  const group = findContainerPath(id);
  const holder = group === undefined ? undefined : locateTask(document, group)?.task;
  const others = findFunctionName(id) === undefined ? document.tasks : {};
  const siblings = holder?.type === 'group' ? (holder.subtasks ?? {}) : others;
  const taken = locateTask(document, id)?.task.dependsOn;
  return Object.entries<Task>(siblings)
    .filter(([other]) => other !== getLastSegment(id) && !taken?.some((one) => one === other))
    .map(([other, task]) => (
      <option key={other} value={other}>
        {task.name && makeNameVisible(task.name)}
      </option>
    ));
}
