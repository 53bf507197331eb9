import { useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { select } from '@/state/view-store';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { renamePart } from '@/workflow/commands/rename/rename-part';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import type { TaskId } from '@/workflow/names';
import { segmentLabel } from '@/workflow/segment-label';
import { containerPath, locateTask, partPath, segmentOf, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { paletteTypes } from '../../palette/palette-types';
import { Rows, Two } from '../fields/section';
import { useDispatch } from '../fields/subject';
import { TextField } from '../fields/text-field';

/** Name, id and type. Only a task that others can refer to has an id: tasks of the document, steps and subtasks. */
export function TaskIdentity({ id }: { readonly id: TaskPath }) {
  const hasId = useDocument(({ document }) => {
    const container = containerPath(id);
    const type = container === undefined ? undefined : locateTask(document, container)?.task.type;
    return container === undefined || type === 'sequential' || type === 'group';
  });
  const name = <TextField path={['name']} label="Name" placeholder={segmentLabel(segmentOf(id))} />;
  return (
    <>
      {hasId ? (
        <Two>
          {name}
          <IdField key={id} id={id} />
        </Two>
      ) : (
        name
      )}
      <TypeField id={id} />
    </>
  );
}

/** The id changes when its typing is finished, together with all references to it. */
function IdField({ id }: { readonly id: TaskPath }) {
  const { view } = useStores();
  const dispatch = useDispatch();
  const container = containerPath(id);
  const own = segmentOf(id);
  const [draft, setDraft] = useState(own);
  const [refused, setRefused] = useState<string>();
  const commit = async (): Promise<void> => {
    const newId = draft.trim();
    if (newId === own) return;
    const reason = await dispatch(
      (document) =>
        container === undefined
          ? renameTask(document, { id: id as TaskId, newId })
          : renamePart(document, { taskPath: id, newId }),
      `Rename ${own}`,
    );
    setRefused(reason);
    if (reason === undefined) select(view, [container === undefined ? newId : partPath(container, newId)]);
  };
  return (
    <Field label="Id" error={refused}>
      <TextInput
        name="id"
        data-field="rename"
        value={draft}
        onChange={(text) => {
          setDraft(text);
          setRefused(undefined);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          if (event.key === 'Escape') {
            setDraft(own);
            setRefused(undefined);
          }
        }}
      />
    </Field>
  );
}

const types = paletteTypes.map(({ type }) => ({ value: type, label: taskTypeInfo[type].label }));

/** Another type keeps what fits: fields, and the tasks within; undo restores the rest. */
function TypeField({ id }: { readonly id: TaskPath }) {
  const stores = useStores();
  const type = useDocument(({ document }) => locateTask(document, id)?.task.type) ?? 'atomic';
  const change = (next: TaskType): void => {
    void import('../../actions/structure-edits').then((edits) => edits.replaceTypeOf(stores, id, next));
  };
  return (
    <Rows>
      <Field label="Type">
        <Select name="type" value={type} options={types} onChange={change} />
      </Field>
    </Rows>
  );
}
