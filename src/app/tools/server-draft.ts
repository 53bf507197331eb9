import type { Tool } from '@/workflow/tasks/tools';
import { freeToolName } from './free-tool-name';

/** How a person signs in at a server that is added. */
export type SigningIn = 'none' | 'token' | 'window';

/** A server that is not in the workflow yet. */
export interface ServerDraft {
  readonly name: string;
  readonly mcp: NonNullable<Tool['mcp']>;
}

/** Parts of an address that do not name a server. */
const meaningless = /^(mcp|sse|api|v\d+|www|server)$/i;

/** A name for the server at an address: the last part of its path that means something, else that of its host. */
export function suggestServerName(address: string, taken: readonly string[]): string {
  if (!isServerAddress(address)) return '';
  const { pathname, hostname } = new URL(address);
  const path = pathname.split('/').filter((part) => part !== '' && !meaningless.test(part) && !part.includes('{'));
  const isNumbers = /^[\d.:[\]]+$/.test(hostname) || hostname === 'localhost';
  // Of a host, the part before its ending: `mcp.linear.app` is Linear's.
  const labels = isNumbers ? [] : hostname.split('.').slice(0, -1);
  const name = path.at(-1) ?? labels.findLast((label) => !meaningless.test(label)) ?? 'server';
  return freeToolName(name, taken);
}

/** Whether a text is the whole address of a server. */
export function isServerAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

/** Builds the settings of a server. `secret`: the secret that is its token; undefined: it is sent none. */
export function buildServer(address: string, secret: string | undefined): NonNullable<Tool['mcp']> {
  const url = address.trim();
  return secret === undefined ? { url } : { url, headers: { authorization: `Bearer {{secrets.${secret}}}` } };
}

/** The entry for all tools of a server. */
export function buildServerTool({ mcp }: ServerDraft): Tool {
  return { mcp: { ...mcp, tool: '*' } };
}

/** The name of the secret for the token of a server. */
export function formatTokenName(server: string): string {
  return `${server.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()}_TOKEN`;
}

/**
 * The tools of a workflow with a server added: all of its tools under `NAME.TOOL`, and the chosen ones with names of
 * their own, which every task is offered.
 */
export function addServer(
  tools: Readonly<Record<string, Tool>>,
  server: ServerDraft,
  chosen: readonly string[],
): Readonly<Record<string, Tool>> {
  const { name, mcp } = server;
  const added: Record<string, Tool> = { ...tools, [name]: buildServerTool(server) };
  for (const tool of chosen) {
    const free = freeToolName(tool, Object.keys(added));
    added[free] = { mcp: free === tool ? mcp : { ...mcp, tool } };
  }
  return added;
}
