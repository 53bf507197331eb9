import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useMemo, useState } from 'react';
import { makeTextVisible } from '@/base/visible-text';
import { SignIn } from '@/editor/sign-in/sign-in';
import { buildSignInAddress } from '@/editor/sign-in/sign-in-address';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { TextInput } from '@/ui/form/text-input';
import { ResourceList } from './resource-list';
import { ToolList } from './tool-list';
import { listMatchingRows } from './tool-rows';
import type { ServerSource } from './tool-sources';
import type { ToolsContext } from './tools-context';
import styles from './tools-screen.module.css';

/** The tools of the selected source, with a filter; for a server also its resources. */
export function ToolsCentre(context: ToolsContext) {
  const { rows, serverSources, servers, source, chosen, choose } = context;
  const [filter, setFilter] = useState('');
  const [show, setShow] = useState<'tools' | 'resources'>('tools');
  const server = serverSources.find(({ key }) => key === source);
  const all = useMemo(() => {
    // A tool that the workflow declares has its own row already.
    if (source === 'all') return rows.filter(({ declaredAs = [] }) => declaredAs.length === 0);
    return rows.filter(({ kind, server: key, isDeclared }) =>
      source === 'builtin' ? kind === 'Built-in' && !isDeclared : key === source && !isDeclared,
    );
  }, [rows, source]);
  const found = useMemo(() => listMatchingRows(all, filter), [all, filter]);
  const state = server && servers.states.get(server.key);
  const isReading = show === 'resources' && state?.offered?.hasResources === true;
  const title = server?.label ?? (source === 'builtin' ? 'Built-in tools' : 'All tools');
  return (
    <div className={styles.centre}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {state?.offered?.hasResources === true && (
          <Segmented
            label="What the server offers"
            options={[
              { value: 'tools', label: 'Tools' },
              { value: 'resources', label: 'Resources' },
            ]}
            value={show}
            onChange={(next) => {
              setShow(next);
              choose(undefined);
            }}
          />
        )}
        <span className={styles.gap} />
        <TextInput
          type="search"
          className={styles.filter}
          aria-label={isReading ? 'Filter resources' : 'Filter tools'}
          placeholder="Filter"
          value={filter}
          onChange={setFilter}
        />
        {server?.host !== undefined && <AskButton {...context} server={server} />}
      </div>
      {server !== undefined && <ServerNotes {...context} server={server} />}
      {isReading && server !== undefined ? (
        <ResourceList {...context} server={server} filter={filter} />
      ) : (
        <ToolList
          rows={found}
          label={title}
          selected={chosen?.kind === 'tool' ? chosen.id : undefined}
          onSelect={(id) => choose({ kind: 'tool', id })}
          empty={describeEmpty(all.length, state?.status)}
        />
      )}
    </div>
  );
}

function describeEmpty(count: number, status: 'asking' | 'listed' | 'failed' | undefined): string {
  if (count > 0) return 'No matching tools.';
  if (status === 'asking') return 'Asking the server…';
  return status === 'listed' ? 'The server offers no tools.' : 'No tools.';
}

function AskButton({ servers, ask, server }: ToolsContext & { readonly server: ServerSource }) {
  if (servers.states.get(server.key)?.status === 'asking') {
    return <Button onClick={() => servers.stop(server.key)}>Cancel</Button>;
  }
  return (
    <Button icon={<RefreshCw />} onClick={() => ask(server)}>
      Refresh
    </Button>
  );
}

/** Why a server does not answer, and what had to be left out of its list. */
function ServerNotes({ servers, ask, server }: ToolsContext & { readonly server: ServerSource }) {
  const state = servers.states.get(server.key);
  if (server.host === undefined) {
    return (
      <div className={styles.notes}>
        <Note tone="info">This server is a process, which runs on the command line only.</Note>
      </div>
    );
  }
  if (state?.status === 'failed') {
    const { message, advice } = state.failure;
    const signInAt = buildSignInAddress(server.mcp);
    const retry = (
      <Button size="s" onClick={() => ask(server)}>
        Try again
      </Button>
    );
    return (
      <div className={styles.notes}>
        <Note tone="error" action={retry}>
          {message} {advice}
        </Note>
        {signInAt !== undefined && <SignIn server={signInAt} onSignedIn={() => ask(server)} />}
      </div>
    );
  }
  const problems = state?.offered?.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <div className={styles.notes}>
      <Note tone="warning" title={problems.length === 1 ? undefined : `${problems.length} remarks on its list.`}>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{makeTextVisible(problem)}</li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
