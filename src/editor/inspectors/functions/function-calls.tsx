import { makeNameVisible } from '@/base/visible-text';
import { useDocument, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { duplicateFunction } from '@/workflow/commands/functions/duplicate-function';
import { inlineFunction } from '@/workflow/commands/functions/inline-function';
import { removeFunction } from '@/workflow/commands/functions/remove-function';
import { findFunctionName } from '@/workflow/function-path';
import { listCalls } from '@/workflow/library/calls-of';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { performEdit } from '../../actions/edit';
import { leaveFunction, openFunction } from '../../function/open-function';
import fields from '../fields/fields.module.css';
import { countCalls } from './count-calls';
import styles from './functions.module.css';

/** Most calls that are listed. */
const mostListed = 20;

/** Where a function is called, and what can be done with all of it. */
export function FunctionCalls({ name }: { readonly name: string }) {
  const stores = useStores();
  const document = useDocument((state) => state.document);
  const calls = listCalls(document, name);
  const inThe = calls.length === 1 ? 'its call' : `its ${calls.length} calls`;
  const leaveCanvas = () => {
    if (stores.view.getState().canvas.root === `library:${name}`) leaveFunction(stores);
  };
  const inline = async (remove: boolean): Promise<void> => {
    const done = await performEdit(
      stores,
      (current) => inlineFunction(current, { name, remove }),
      remove ? `Inline and remove ${name}` : `Inline ${name}`,
    );
    if (done && remove) leaveCanvas();
  };
  const duplicate = async (): Promise<void> => {
    let copy = '';
    const duplicateCurrent: Parameters<typeof performEdit>[1] = (current) => {
      const made = duplicateFunction(current, name);
      if (!made.ok) return made;
      copy = made.value.name;
      return { ok: true, value: made.value.document };
    };
    if (await performEdit(stores, duplicateCurrent, `Duplicate ${name}`)) openFunction(stores, copy);
  };
  const removeThis = async (): Promise<void> => {
    if (await performEdit(stores, (current) => removeFunction(current, name), `Delete ${name}`)) leaveCanvas();
  };
  return (
    <>
      <p className={fields.quiet}>{calls.length === 0 ? 'No task calls it.' : `${countCalls(calls.length)} of it:`}</p>
      {calls.length > 0 && (
        <ul className={styles.calls} aria-label="Calls">
          {calls.slice(0, mostListed).map((taskPath) => (
            <li key={taskPath}>
              <button type="button" onClick={() => jumpToTask(stores.view, taskPath)}>
                {makeNameVisible(locateTask(document, taskPath)?.task.name ?? formatSegment(getLastSegment(taskPath)))}
                <span>{placeOfCall(taskPath)}</span>
              </button>
            </li>
          ))}
          {calls.length > mostListed && <li className={fields.quiet}>and {calls.length - mostListed} more</li>}
        </ul>
      )}
      <div className={styles.actions}>
        {calls.length > 0 && (
          <>
            <Button size="s" onClick={() => void inline(false)}>
              Inline in {inThe}
            </Button>
            <Button size="s" onClick={() => void inline(true)}>
              Inline, then remove it
            </Button>
          </>
        )}
        <Button size="s" onClick={() => void duplicate()}>
          Duplicate
        </Button>
        <Button size="s" variant="danger" onClick={() => void removeThis()}>
          {calls.length === 0 ? `Delete ${name}` : `Delete ${name}, which has ${countCalls(calls.length)}`}
        </Button>
      </div>
    </>
  );
}

/** Where a call is, in words. */
function placeOfCall(taskPath: TaskPath): string {
  const container = findContainerPath(taskPath);
  if (container !== undefined) return `in ${container.split('/').map(formatSegment).join(' / ')}`;
  return findFunctionName(taskPath) === undefined ? '' : 'the whole function';
}
