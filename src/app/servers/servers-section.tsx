import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useStores } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { notifyOutcome } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import type { RunServer, ServerTest } from '@/worker/border/servers-api';
import { useApp } from '../app-context';
import styles from '../dialogs/form.module.css';
import { UnlockForm } from '../dialogs/unlock-form';
import { type MakeChange, useReloaded } from '../dialogs/use-reloaded';
import { ServerForm } from './server-form';

const held = { in_memory: 'Token until the page is closed', locked: 'Token locked', unlocked: 'Token remembered' };

/** Servers that run workflows: the one that serves this page, and those that the person connected to. */
export function ServersSection() {
  const { servers } = useApp();
  const { view } = useStores();
  const { value: known, change } = useReloaded(servers.list);
  const [adding, setAdding] = useState(false);
  const [tests, setTests] = useState<Readonly<Record<string, ServerTest>>>({});
  if (known === undefined) return null;
  const test = async ({ id, address }: Pick<RunServer, 'id' | 'address'>) => {
    const result = await servers.test({ id, address });
    setTests((others) => ({ ...others, [id]: result }));
  };
  const removeServer = async ({ id, name }: RunServer) => {
    const failed = await change(() => servers.remove(id));
    if (failed === undefined && view.getState().preferences.runsAt?.id === id)
      setPreferences(view, { runsAt: undefined });
    notifyOutcome(`server ${id}`, `${name} was not removed.`, failed);
  };
  return (
    <>
      <p>
        A server of Heddle runs workflows while this page is closed (<code>heddle serve</code>). The token is sent to it
        only, and never written into workflows, exports or runs.
      </p>
      {known.some(({ token }) => token === 'locked') && <UnlockForm change={change} />}
      {known.length > 0 && (
        <ul className={styles.list} aria-label="Servers for runs">
          {known.map((server) => (
            <ServerRow
              key={server.id}
              server={server}
              tried={tests[server.id]}
              change={change}
              onTest={test}
              onRemove={() => void removeServer(server)}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <div className={styles.add}>
          <ServerForm change={change} onSaved={test} onDone={() => setAdding(false)} />
        </div>
      ) : (
        <div>
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Connect to a server
          </Button>
        </div>
      )}
    </>
  );
}

interface ServerRowProps {
  readonly server: RunServer;
  readonly tried: ServerTest | undefined;
  readonly change: MakeChange;
  readonly onTest: (server: Pick<RunServer, 'id' | 'address'>) => Promise<void>;
  readonly onRemove: () => void;
}

function ServerRow({ server, tried, change, onTest, onRemove }: ServerRowProps) {
  const [open, setOpen] = useState(false);
  const [testing, setTesting] = useState(false);
  const { name, address, token, isOwn } = server;
  const test = async () => {
    setTesting(true);
    await onTest(server).finally(() => setTesting(false));
  };
  return (
    <li className={styles.provider}>
      <div className={styles.row}>
        <span className={styles.name}>
          <span className={styles.label}>{isOwn ? 'The server of this page' : name}</span>
          <span className={styles.address}>{address}</span>
          {token !== undefined && <span className={styles.hint}>{held[token]}</span>}
        </span>
        <Button size="s" disabled={testing} onClick={() => void test()} aria-label={`Test ${name}`}>
          {testing ? 'Asking it' : 'Test'}
        </Button>
        <Button size="s" aria-expanded={open} onClick={() => setOpen(!open)} aria-label={`Change ${name}`}>
          Change
        </Button>
        {!isOwn && (
          <Button size="s" variant="ghost" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </div>
      <div role="status">{tried && <TestResult tried={tried} />}</div>
      {open && <ServerForm server={server} change={change} onSaved={onTest} onDone={() => setOpen(false)} />}
    </li>
  );
}

/** What a server answered. */
function TestResult({ tried }: { readonly tried: ServerTest }) {
  if (!tried.ok) {
    const { message, advice } = tried.failure;
    return (
      <Note tone="error" title={message}>
        {advice}
      </Note>
    );
  }
  const { version, scopes } = tried;
  const may = (scope: 'read' | 'run' | 'admin') => scopes.includes('admin') || scopes.includes(scope);
  const able = [may('read') && 'see runs', may('run') && 'answer, pause and cancel them', may('admin') && 'start them']
    .filter((text) => typeof text === 'string')
    .join(', ');
  return (
    <Note tone={may('admin') ? 'info' : 'warning'} title={`Version ${version} answers.`}>
      You can {able}.{' '}
      {!may('admin') && (
        <>
          To start the workflow of this page there, make a token with <code>heddle token make --scope admin</code>.
        </>
      )}
    </Note>
  );
}
