import type { Tool } from './tools';

/** The suffix of an entry in a list of tools that means all tools of a server. */
const allOf = '.*';

/** The server that an entry of a list of tools names with `SERVER.*`; undefined if the entry means a single tool. */
export function serverNamed(entry: string): string | undefined {
  return entry.endsWith(allOf) ? entry.slice(0, -allOf.length) : undefined;
}

/** The entry of a list of tools that means all tools of a server. */
export function allToolsOf(server: string): string {
  return `${server}${allOf}`;
}

/** Whether a tool means all tools of its server. */
export function isAllOfServer({ mcp }: Pick<Tool, 'mcp'>): boolean {
  return mcp?.tool === '*';
}

/** All tools of the server that a tool belongs to; undefined if it belongs to none. */
export function allOfServer({ mcp }: Tool): Tool | undefined {
  return mcp && { mcp: { ...mcp, tool: '*' } };
}
