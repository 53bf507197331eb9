import type { Tool } from '@/workflow/tasks/tools';

/** What a tool is made of. */
export type Kind = 'http' | 'script' | 'mcp' | 'builtin' | 'provider';

/** The kinds of tools, with their labels. */
export const kinds = [
  { value: 'http', label: 'Request to a server' },
  { value: 'script', label: 'Script' },
  { value: 'mcp', label: 'Tool of an MCP server' },
  { value: 'builtin', label: 'Comes with Heddle' },
  { value: 'provider', label: 'Provider' },
] as const;

/** A new tool of each kind, with its required fields. */
export const blankTools: { readonly [K in Kind]: Tool } = {
  http: { http: { url: 'https://example.org/?q={{query}}' } },
  script: { script: { content: '' } },
  mcp: { mcp: { url: 'https://example.org/mcp' } },
  builtin: { builtin: 'recall' },
  provider: { type: 'provider', name: 'web_search' },
};

/** The kind of a tool; undefined if it has none. */
export function findToolKind(tool: Tool): Kind | undefined {
  return kinds.find(({ value }) => tool[value === 'provider' ? 'type' : value] !== undefined)?.value;
}
