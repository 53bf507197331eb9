import { useDocument, useStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { renamePart } from '@/workflow/commands/rename/rename-part';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import type { TaskId } from '@/workflow/names';
import { formatSegment } from '@/workflow/segment-label';
import { buildPartPath, findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { withEdits } from '../../actions/with-edits';
import { paletteTypes } from '../../palette/palette-types';
import { RenameField } from '../fields/rename-field';
import { Rows, Two } from '../fields/section';
import { useDispatch } from '../fields/subject';
import { TextField } from '../fields/text-field';

/** Name, id and type. Only a task that others can refer to has an id: tasks of the document, steps and subtasks. */
export function TaskIdentity({ id }: { readonly id: TaskPath }) {
  const hasId = useDocument(({ document }) => {
    const container = findContainerPath(id);
    const type = container === undefined ? undefined : locateTask(document, container)?.task.type;
    return container === undefined || type === 'sequential' || type === 'group';
  });
  const name = <TextField path={['name']} label="Name" placeholder={formatSegment(getLastSegment(id))} />;
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

/** The id of a task. All references are renamed with it, and it stays selected. */
function IdField({ id }: { readonly id: TaskPath }) {
  const { view } = useStores();
  const dispatch = useDispatch();
  const container = findContainerPath(id);
  const own = getLastSegment(id);
  const renameId = async (newId: string): Promise<string | undefined> => {
    const reason = await dispatch(
      (document) =>
        container === undefined
          ? renameTask(document, { id: id as TaskId, newId })
          : renamePart(document, { taskPath: id, newId }),
      `Rename ${own}`,
    );
    if (reason === undefined) selectTasks(view, [container === undefined ? newId : buildPartPath(container, newId)]);
    return reason;
  };
  return <RenameField label="Id" name="id" current={own} rename={renameId} />;
}

const types = paletteTypes.map((type) => ({ value: type, label: taskTraits[type].label }));

/** Another type keeps what fits: fields, and the tasks within; undo restores the rest. */
function TypeField({ id }: { readonly id: TaskPath }) {
  const stores = useStores();
  const type = useDocument(({ document }) => locateTask(document, id)?.task.type) ?? 'atomic';
  const changeType = (next: TaskType): void => {
    void withEdits(({ replaceTaskType: replaceTypeOf }) => replaceTypeOf(stores, id, next));
  };
  return (
    <Rows>
      <Field label="Type">
        <Select name="type" value={type} options={types} onChange={changeType} />
      </Field>
    </Rows>
  );
}
