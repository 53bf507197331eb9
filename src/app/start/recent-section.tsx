import Ellipsis from 'lucide-react/icons/ellipsis';
import FileText from 'lucide-react/icons/file-text';
import Search from 'lucide-react/icons/search';
import Trash2 from 'lucide-react/icons/trash-2';
import { useCallback, useEffect, useState } from 'react';
import { formatAgo, formatCount } from '@/base/figures';
import { makeNameVisible } from '@/base/visible-text';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { openDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu } from '@/ui/overlay/menu';
import { runStatusWords } from '@/viewer/run-description/run-words';
import type { WorkflowSummary } from '@/workflow/repository';
import { useApp } from '../app-context';
import { deleteWorkflow } from '../workflows/delete-workflow';
import styles from './start-page.module.css';

/** How many are shown before the person asks for all. */
const few = 6;

/** The workflows of this browser, newest first. */
export function RecentSection() {
  const stores = useStores();
  const [workflows, setWorkflows] = useState<readonly WorkflowSummary[]>([]);
  const [all, setAll] = useState(false);
  const [deleting, setDeleting] = useState<WorkflowSummary>();
  const load = useCallback(
    () => attemptAction(async () => setWorkflows(await stores.services.workflows.list())),
    [stores],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const removeWorkflow = async ({ id }: WorkflowSummary) => {
    setDeleting(undefined);
    await attemptAction(() => deleteWorkflow(stores, id));
    await load();
  };
  if (workflows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recent">
      <div className={styles.heading}>
        <h2 id="recent">Continue with</h2>
        <Button
          variant="ghost"
          size="s"
          icon={<Search />}
          onClick={() => openDialog(stores.view, { name: 'search-runs' })}
        >
          Search all runs
        </Button>
        {workflows.length > few && (
          <Button variant="ghost" size="s" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'The newest' : `All ${workflows.length}`}
          </Button>
        )}
      </div>
      <ul className={styles.recent}>
        {(all ? workflows : workflows.slice(0, few)).map((workflow) => (
          <li key={workflow.id} className={styles.item}>
            <Recent workflow={workflow} onDelete={() => setDeleting(workflow)} />
          </li>
        ))}
      </ul>
      {deleting && (
        <Dialog
          open
          onClose={() => setDeleting(undefined)}
          title={`Delete “${deleting.name}”?`}
          footer={
            <>
              <Button variant="ghost" onClick={() => setDeleting(undefined)}>
                Cancel
              </Button>
              <Button variant="danger" onClick={() => void removeWorkflow(deleting)}>
                Delete the workflow
              </Button>
            </>
          }
        >
          <p>Its text, its history and its saved states are deleted from this browser. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}

function Recent({ workflow, onDelete }: { readonly workflow: WorkflowSummary; readonly onDelete: () => void }) {
  const { workflows } = useApp();
  const { services } = useStores();
  const { id, name, taskCount, updatedAt } = workflow;
  const { value: newest } = useAsked([services, id], () => services.runner.executions(id, 0, 1));
  const last = newest?.[0]?.status;
  return (
    <>
      <button type="button" className={styles.open} onClick={() => void workflows.open(id)}>
        {last === undefined ? (
          <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          // The word stands beside it.
          <span aria-hidden="true" className={styles.status}>
            <StatusRing status={runStatusWords[last].ring} />
          </span>
        )}
        <span className={styles.name}>{makeNameVisible(name)}</span>
        <span>{last === undefined ? formatCount(taskCount, 'task') : runStatusWords[last].word}</span>
        <span className={styles.when}>{formatAgo(updatedAt)}</span>
      </button>
      <span className={styles.more}>
        <Menu
          label={`More about ${name}`}
          align="end"
          trigger={<IconButton size="s" label={`More about ${name}`} icon={<Ellipsis />} />}
          entries={[{ kind: 'item', label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete }]}
        />
      </span>
    </>
  );
}
