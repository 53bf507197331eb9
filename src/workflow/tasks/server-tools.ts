import type { Tool } from './tools';

/** What ends the name of a server in a list of tools to say all of its tools. */
const allOf = '.*';

/** The name of the server that an entry of a list of tools means all tools of; undefined: it means a single tool. */
export function serverNamed(entry: string): string | undefined {
  return entry.endsWith(allOf) ? entry.slice(0, -allOf.length) : undefined;
}

/** The entry of a list of tools that means all tools of a server. */
export function allToolsOf(server: string): string {
  return `${server}${allOf}`;
}

/** Whether a tool stands for all tools of its server. */
export function isAllOfServer({ mcp }: Pick<Tool, 'mcp'>): boolean {
  return mcp?.tool === '*';
}

/** All tools of the server that a tool belongs to; undefined: it belongs to none. */
export function allOfServer({ mcp }: Tool): Tool | undefined {
  return mcp && { mcp: { ...mcp, tool: '*' } };
}
