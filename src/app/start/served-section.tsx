import FileText from 'lucide-react/icons/file-text';
import { makeNameVisible } from '@/base/visible-text';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { openDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import type { ServedWorkflowEntry } from '@/worker/border/servers-api';
import { useApp } from '../app-context';
import { useRunServers } from '../servers/use-run-servers';
import styles from './start-page.module.css';

/** The workflows of the server that serves this page, if it is one of `heddle serve`. Each opens as a copy. */
export function ServedSection() {
  const { view } = useStores();
  const { servers, workflows } = useApp();
  const own = useRunServers(1)?.find(({ isOwn }) => isOwn);
  const { value: served, failure } = useAsked([servers, own?.id], own && (() => servers.workflows(own.id)));
  if (own === undefined || (served === undefined && failure === undefined) || served?.length === 0) return null;
  const openServed = ({ name }: ServedWorkflowEntry) =>
    attemptAction(async () => {
      const bytes = await servers.workflowText(own.id, name);
      await workflows.file(new File([bytes], name.split('/').at(-1) ?? name));
    });
  return (
    <section className={styles.section} aria-labelledby="served">
      <div className={styles.heading}>
        <h2 id="served">Served here</h2>
        {failure !== undefined && (
          <Button variant="ghost" size="s" onClick={() => openDialog(view, { name: 'settings' })}>
            Enter its token in Settings
          </Button>
        )}
      </div>
      {failure !== undefined && <p className={styles.refused}>{failure.message}</p>}
      <ul className={styles.recent}>
        {served?.map((workflow) => (
          <li key={workflow.name} className={styles.item}>
            <button
              type="button"
              className={styles.open}
              title={workflow.description}
              onClick={() => void openServed(workflow)}
            >
              <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className={styles.name}>{makeNameVisible(workflow.title)}</span>
              <span className={styles.when}>{workflow.runnable ? workflow.name : 'has mistakes'}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
