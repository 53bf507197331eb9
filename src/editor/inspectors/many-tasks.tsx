import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { locateTask } from '@/workflow/task-path';
import { actionOf } from '../actions/actions';
import { Section } from './fields/section';

/** What can be done with several tasks at once. */
export function ManyTasks({ ids }: { readonly ids: readonly string[] }) {
  const stores = useStores();
  const allDisabled = useDocument(({ document }) =>
    ids.every((id) => locateTask(document, id)?.task.disabled === true),
  );
  const run = (action: string) => () => void actionOf(action).run(stores);
  return (
    <Section title={`${ids.length} tasks selected`}>
      <div>
        <Button onClick={run('disable')} shortcut={actionOf('disable').keys[0]}>
          {allDisabled ? 'Enable' : 'Disable'} {ids.length} tasks
        </Button>
      </div>
      <div>
        <Button variant="danger" onClick={run('delete')} shortcut={actionOf('delete').keys[0]}>
          Delete {ids.length} tasks
        </Button>
      </div>
    </Section>
  );
}
