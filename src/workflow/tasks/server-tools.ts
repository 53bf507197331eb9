import { defined } from '@/base/defined';
import type { Tool } from './tools';

/** The suffix of an entry in a list of tools that means all tools of a server. */
const allOf = '.*';

/** The server that an entry of a list of tools names with `SERVER.*`; undefined if the entry means a single tool. */
export function findNamedServer(entry: string): string | undefined {
  return entry.endsWith(allOf) ? entry.slice(0, -allOf.length) : undefined;
}

/** The entry of a list of tools that means all tools of a server. */
export function formatAllTools(server: string): string {
  return `${server}${allOf}`;
}

/** Whether a tool means all tools of its server. */
export function isAllOfServer({ mcp }: Pick<Tool, 'mcp'>): boolean {
  return mcp?.tool === '*';
}

/**
 * The tool that `SERVER.TOOL` names: one of those of a server of the workflow. Both parts of the name may contain dots.
 * Undefined if no server has a name that it starts with.
 */
export function findToolOfServer(name: string, tools: Readonly<Record<string, Tool>>): Tool | undefined {
  for (let dot = name.indexOf('.'); dot > 0 && dot < name.length - 1; dot = name.indexOf('.', dot + 1)) {
    const server = Object.hasOwn(tools, name.slice(0, dot)) ? tools[name.slice(0, dot)] : undefined;
    if (server?.mcp !== undefined) return buildToolOfServer(server, server.mcp, name.slice(dot + 1));
  }
  return undefined;
}

/** One tool of a server. What the server's entry says of another tool there does not describe it. */
export function buildToolOfServer(server: Tool, mcp: NonNullable<Tool['mcp']>, tool: string): Tool {
  const { approve } = server;
  const isApproved = approve === true || (Array.isArray(approve) && approve.includes(tool));
  return { ...defined({ approve: isApproved || undefined }), mcp: { ...mcp, tool } };
}

/** All tools of the server that a tool belongs to; undefined if it belongs to none. */
export function findAllToolsEntry({ mcp, approve }: Tool): Tool | undefined {
  return mcp && { ...defined({ approve }), mcp: { ...mcp, tool: '*' } };
}
