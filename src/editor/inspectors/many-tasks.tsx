import { useDocument, useStores, useView } from '@/state/context';
import { Button } from '@/ui/form/button';
import { locateTask } from '@/workflow/task-path';
import { keysOf } from '../actions/action';
import { actionOf } from '../actions/actions';
import { Section } from './fields/section';

/** What can be done with several tasks at once. */
export function ManyTasks({ ids }: { readonly ids: readonly string[] }) {
  const stores = useStores();
  const allDisabled = useDocument(({ document }) =>
    ids.every((id) => locateTask(document, id)?.task.disabled === true),
  );
  const ownKeys = useView((state) => state.ownKeys);
  const shortcut = (action: string) => keysOf(actionOf(action), ownKeys)[0];
  const run = (action: string) => () => void actionOf(action).run(stores);
  return (
    <Section title={`${ids.length} tasks selected`}>
      <div>
        <Button onClick={run('disable')} shortcut={shortcut('disable')}>
          {allDisabled ? 'Enable' : 'Disable'} {ids.length} tasks
        </Button>
      </div>
      <div>
        <Button variant="danger" onClick={run('delete')} shortcut={shortcut('delete')}>
          Delete {ids.length} tasks
        </Button>
      </div>
    </Section>
  );
}
