import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/button';
import { Note } from '@/ui/note';
import { type Task, taskTypeInfo } from '@/workflow/tasks';
import { editInCode } from '../code/place-of';
import { blockOfTask } from '../code/task-blocks';
import { Section } from './fields/section';
import styles from './kept-as-written.module.css';
import { RunsAfter } from './runs-after';
import { TaskIdentity } from './task-identity';

/** Inspector of a type that is kept whole but not run yet: its place in the graph, and what the file says of it. */
export function KeptAsWritten({ id, task }: { readonly id: string; readonly task: Task }) {
  const stores = useStores();
  const text = useDocument(({ source }) => {
    const block = blockOfTask(source, id);
    return block && withoutIndent(source.text.slice(block.from, block.to).trimEnd());
  });
  return (
    <>
      <Section>
        <Note tone="info" title={`${taskTypeInfo[task.type].label} is not run yet.`}>
          It is kept as it was written. A run of this workflow is refused.
        </Note>
        <RunsAfter id={id} />
        <TaskIdentity id={id} />
      </Section>
      <Section title="As it is written">
        {text !== undefined && <pre className={styles.text}>{text}</pre>}
        <div>
          <Button onClick={() => editInCode(stores, ['tasks', id])}>Edit in code</Button>
        </div>
      </Section>
    </>
  );
}

/** Lines as far to the left as the first one allows. */
function withoutIndent(text: string): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
