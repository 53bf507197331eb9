import Plus from 'lucide-react/icons/plus';
import type { RingStatus } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { NavItem } from '@/ui/list/nav-item';
import { builtinToolNames } from '@/workflow/builtin-names';
import styles from './source-list.module.css';
import { newServer, type ToolsContext } from './tools-context';
import type { ServerState } from './use-servers';

interface SourceListProps extends ToolsContext {
  /** Whether a server is being added. */
  readonly isAdding: boolean;
  readonly open: (source: string) => void;
}

/** The sources of tools, at the left: the workflow, its servers with their states, and Heddle. */
export function SourceList({ rows, serverSources, servers, source, isAdding, open }: SourceListProps) {
  const entries = [
    {
      id: 'all',
      label: 'All tools',
      sub: 'Workflow, servers and built-in',
      count: rows.filter(({ declaredAs = [] }) => declaredAs.length === 0).length,
    },
    ...serverSources.map(({ key, label, host }) => {
      const state = servers.states.get(key);
      const { ring, word } = host === undefined ? commandLine : describeStanding(state);
      const sub = host === undefined || label === host ? word : `${word} · ${host}`;
      return { id: key, label, sub, ring, word, count: state?.offered?.tools.length };
    }),
    { id: 'builtin', label: 'Built-in', sub: 'Come with Heddle', count: builtinToolNames.length },
  ];
  return (
    <nav className={styles.list} aria-label="Sources of tools">
      <div className={styles.add}>
        <Button icon={<Plus />} onClick={() => open(newServer)}>
          Add an MCP server
        </Button>
      </div>
      <ul>
        {isAdding && (
          <li>
            <NavItem isCurrent name="New server" sub="Not saved yet" onOpen={() => undefined} />
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.id}>
            <NavItem
              isCurrent={!isAdding && entry.id === source}
              ring={'ring' in entry ? { status: entry.ring, word: entry.word } : undefined}
              name={entry.label}
              sub={entry.sub}
              count={entry.count?.toLocaleString('en')}
              onOpen={() => open(entry.id)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const commandLine = { ring: 'skipped', word: 'Runs on the command line only' } as const;

function describeStanding(state: ServerState | undefined): { readonly ring: RingStatus; readonly word: string } {
  switch (state?.status) {
    case undefined:
      return { ring: 'idle', word: 'Not asked' };
    case 'asking':
      return { ring: 'running', word: 'Asking…' };
    case 'listed':
      return { ring: 'ok', word: 'Answers' };
    case 'failed':
      return { ring: 'failed', word: 'Does not answer' };
  }
}
