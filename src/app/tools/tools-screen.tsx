import { useCallback, useMemo, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { PageBar } from '@/ui/display/page-bar';
import { useEscape } from '@/ui/overlay/use-escape';
import { usePlanned } from '@/viewer/plan/use-planned';
import { listDeclaredTools } from '@/workflow/declared-tools';
import type { Tool } from '@/workflow/tasks/tools';
import { AddServer } from './add-server';
import { ResourcePanel } from './resource-panel';
import { buildServerTool, type ServerDraft } from './server-draft';
import { SourceList } from './source-list';
import { ToolPanel } from './tool-panel';
import { listBuiltinRows, listDeclaredRows, listOfferedRows } from './tool-rows';
import { findServerKey, listServers, type ServerSource } from './tool-sources';
import { ToolsCentre } from './tools-centre';
import { type Chosen, newServer, type ToolsContext } from './tools-context';
import styles from './tools-screen.module.css';
import { useServers } from './use-servers';
import { collectUses } from './used-tools';

/** The tools of the open workflow, what its servers offer, and a form to try each tool. */
export default function ToolsScreen() {
  const { view } = useStores();
  const document = useDocument((state) => state.document);
  const servers = useServers();
  const { state } = usePlanned();
  const isAsked = useView(({ screen }) => screen.at === 'tools' && screen.isAdding === true);
  const [source, setSource] = useState(isAsked ? newServer : 'all');
  const [chosen, choose] = useState<Chosen>();
  // A server that is being added: it is asked and tried like the others, but not in their list.
  const [draft, setDraft] = useState<ServerDraft>();
  const leaveScreen = () => openScreen(view, { at: 'editor' });
  useEscape(() => {
    // Where the right panel covers the list, Back closes it first.
    if (chosen !== undefined && matchMedia('(max-width: 1099px)').matches) choose(undefined);
    else leaveScreen();
  });

  const declared = useMemo(() => listDeclaredTools(document), [document]);
  const savedSources = useMemo(() => listServers(declared), [declared]);
  const serverSources = useMemo(() => {
    const drafted =
      draft === undefined ? [] : listServers([{ name: draft.name, tool: buildServerTool(draft), within: undefined }]);
    return [...savedSources, ...drafted.filter(({ key }) => !savedSources.some((saved) => saved.key === key))];
  }, [savedSources, draft]);
  const plan = state.status === 'ready' && state.planned.ok ? state.planned.plan : undefined;
  const uses = useMemo(() => plan && collectUses(plan, document), [plan, document]);
  const rows = useMemo(
    () => [
      ...listDeclaredRows(declared, uses, (key) => servers.states.get(key)?.offered?.tools),
      ...serverSources.flatMap((server) =>
        listOfferedRows(server, servers.states.get(server.key)?.offered?.tools ?? [], declared, uses),
      ),
      ...listBuiltinRows(uses),
    ],
    [declared, serverSources, servers.states, uses],
  );

  const { variables } = document;
  const workflowId = useDocument((state) => state.id);
  const wishFor = useCallback(
    (name: string, tool: Tool) => ({ workflowId, name, tool, variables: variables ?? {} }),
    [workflowId, variables],
  );
  const askServer = (server: ServerSource) => servers.ask(server.key, wishFor(server.label, { mcp: server.mcp }));
  const openSource = (next: string) => {
    setSource(next);
    choose(undefined);
    setDraft(undefined);
    const server = serverSources.find(({ key }) => key === next);
    if (server?.host !== undefined && !servers.states.has(next)) askServer(server);
  };
  const tryServer = (next: ServerDraft) => {
    setDraft(next);
    const key = findServerKey(next);
    if (key !== undefined) servers.ask(key, wishFor(next.name, { mcp: next.mcp }));
  };
  const closeForm = (added: ServerDraft | undefined) => {
    openSource((added && findServerKey(added)) ?? 'all');
    // The list of sources does not have it yet.
    if (added !== undefined) tryServer(added);
  };
  const isAdding = source === newServer;
  const context: ToolsContext = {
    rows,
    serverSources,
    servers,
    source: source === 'builtin' || serverSources.some(({ key }) => key === source) ? source : 'all',
    chosen,
    choose,
    ask: askServer,
    wishFor,
    usesProblem: state.status === 'ready' && !state.planned.ok ? 'Known once the workflow has no errors.' : undefined,
  };
  const tool = chosen?.kind === 'tool' ? rows.find(({ id }) => id === chosen.id) : undefined;
  return (
    <main className={styles.screen} aria-label="Tools">
      <div className={styles.bar}>
        <PageBar back="Canvas" onBack={leaveScreen} title="Tools" actions={null} />
      </div>
      <SourceList {...context} serverSources={savedSources} isAdding={isAdding} open={openSource} />
      {isAdding ? (
        <AddServer {...context} onTry={tryServer} onDone={closeForm} />
      ) : (
        <ToolsCentre key={context.source} {...context} />
      )}
      <aside className={styles.side} aria-label="Details" data-open={chosen === undefined ? undefined : ''}>
        {tool !== undefined && (
          <ToolPanel
            key={tool.id}
            {...context}
            row={tool}
            server={serverSources.find(({ key }) => key === (tool.server ?? findServerKey(tool.tool)))}
          />
        )}
        {chosen?.kind === 'resource' && <ResourcePanel key={chosen.resource.uri} {...context} chosen={chosen} />}
        {tool === undefined && chosen?.kind !== 'resource' && (
          <p className={styles.empty}>Select a tool to see what it takes, who uses it, and to try it out.</p>
        )}
      </aside>
    </main>
  );
}
