import { encodeCanonicalJson } from '@/base/json';
import { makeLineVisible } from '@/base/visible-text';
import type { WorkflowTool } from '@/workflow/declared-tools';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';

/** An MCP server that a workflow refers to. */
export interface ServerSource {
  /** The common settings of its tools, as written. */
  readonly key: string;
  /** The workflow's name for all of its tools; otherwise its host or the name of one of its tools. */
  readonly label: string;
  /** Undefined: the server is a process, which runs on the command line only. */
  readonly host: string | undefined;
  /** The common settings of its tools, such as address and headers. */
  readonly mcp: NonNullable<Tool['mcp']>;
}

/** The servers of these tools, without duplicates. */
export function listServers(tools: readonly WorkflowTool[]): readonly ServerSource[] {
  const found = new Map<string, ServerSource & { readonly isNamed: boolean }>();
  for (const { name, tool } of tools) {
    const server = findServerKey(tool);
    if (server === undefined || tool.mcp === undefined) continue;
    const known = found.get(server);
    const isNamed = isAllOfServer(tool);
    if (known !== undefined && (known.isNamed || !isNamed)) continue;
    const { tool: _tool, ...mcp } = tool.mcp;
    const host = findHost(mcp.url);
    found.set(server, {
      key: server,
      label: isNamed ? name : (host ?? name),
      isNamed,
      host,
      mcp,
    });
  }
  return [...found.values()];
}

/** The common settings of a server's tools; undefined: the tool does not belong to a server. */
export function findServerKey({ mcp }: Tool): string | undefined {
  if (mcp === undefined) return undefined;
  const { tool: _tool, ...server } = mcp;
  return encodeCanonicalJson(server);
}

/** The host of an address. The rest of the address may contain a secret. */
function findHost(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return URL.canParse(url) ? makeLineVisible(new URL(url).host, 80) : 'a server';
}
