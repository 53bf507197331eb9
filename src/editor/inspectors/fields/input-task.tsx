import { useDocument, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { buildPartPath, locateTask } from '@/workflow/task-path';
import { PartLink } from '../parts/part-link';
import { useSubject } from './subject';

/** A link to the task that provides an input. */
export function InputTask({ name }: { readonly name: string }) {
  const { view } = useStores();
  const { taskPath = '' } = useSubject();
  const at = buildPartPath(taskPath, `input:${name}`);
  const task = useDocument(({ document }) => locateTask(document, at)?.task);
  return task && <PartLink label={task.name ?? name} task={task} onOpen={() => jumpToTask(view, at)} />;
}
