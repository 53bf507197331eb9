import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { makeNameVisible } from '@/base/visible-text';
import { isUnfinished } from '@/run/is-unfinished';
import { useDocument, useRuns, useStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { listRunNames } from '@/state/runs-store';
import { useAttempt } from '@/ui/attempt';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { runStatusWords } from '@/viewer/run-description/run-words';
import type { RunServer, ServerRun } from '@/worker/border/servers-api';
import { useApp } from '../app-context';
import { formatWhen } from '../runs/format-when';
import { takeRunHere } from './run-at-server';
import styles from './server-runs.module.css';
import { useRunServers } from './use-run-servers';

/** The runs of each server, folded: those that others started there, and those of other browsers. */
export function ServerRuns() {
  const known = useRunServers(1);
  return known?.map((server) => <RunsOfServer key={server.id} server={server} />);
}

function RunsOfServer({ server }: { readonly server: RunServer }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.server} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Runs at {server.name}</summary>
      {isOpen && <RunList server={server} />}
    </details>
  );
}

/** What is listed of a server so far. */
interface Listed {
  readonly runs: readonly ServerRun[];
  readonly next: string | null;
}

function RunList({ server }: { readonly server: RunServer }) {
  const { servers } = useApp();
  const [listed, setListed] = useState<Listed>();
  const [problem, setProblem] = useState<string>();
  const entries = useRuns((state) => state.entries);
  const loadRuns = async (before?: Listed) => {
    try {
      const more = await servers.runs(server.id, before?.next ?? undefined);
      setListed({ ...more, runs: [...(before?.runs ?? []), ...more.runs] });
    } catch (error) {
      const { message, advice } = toFailure(error);
      setProblem(advice === undefined ? message : `${message} ${advice}`);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it is opened
  useEffect(() => void loadRuns(), [server.id]);
  if (problem !== undefined) return <p className={styles.told}>{problem}</p>;
  if (listed === undefined) return null;
  if (listed.runs.length === 0) return <p className={styles.told}>No runs there yet.</p>;
  return (
    <ul className={styles.list} aria-label={`Runs at ${server.name}`}>
      {listed.runs.map((run) => (
        <Row key={run.id} server={server} run={run} name={listRunNames(entries).get(run.id)} />
      ))}
      {listed.next !== null && (
        <li>
          <Button size="s" variant="ghost" onClick={() => void loadRuns(listed)}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
}

interface RowProps {
  readonly server: RunServer;
  readonly run: ServerRun;
  /** Its name among the runs of the open workflow, if it is one of them. */
  readonly name: string | undefined;
}

function Row({ server, run, name: nameHere }: RowProps) {
  const stores = useStores();
  const { servers } = useApp();
  const workflowId = useDocument((state) => state.id);
  const { busy, start } = useAttempt();
  const { ring, word } = runStatusWords[run.status];
  const isHere = nameHere !== undefined;
  const showRun = () =>
    start(async () => {
      if (!isHere) await servers.follow(server.id, run.id, workflowId);
      await stores.runs.actions.reload();
      chooseRun(stores, run.id);
    });
  const takeRun = () =>
    start(async () => {
      if (!isHere) await servers.follow(server.id, run.id, workflowId);
      await stores.runs.actions.reload();
      await takeRunHere(stores, servers, run.id);
      chooseRun(stores, run.id);
    });
  const name = nameHere ?? makeNameVisible(run.name);
  const isOpen = isUnfinished(run.status);
  return (
    <li className={styles.row}>
      <StatusRing status={ring} size={14} label={word} />
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span>{formatWhen(run.startedAt)}</span>
      </span>
      <span className={styles.acts}>
        <Button size="s" variant="ghost" disabled={busy} aria-label={`Show ${name}`} onClick={() => void showRun()}>
          Show
        </Button>
        {isOpen && (
          <Button
            size="s"
            variant="ghost"
            disabled={busy}
            aria-label={`Take ${name} here`}
            onClick={() => void takeRun()}
          >
            Take here
          </Button>
        )}
      </span>
    </li>
  );
}
