import { makeLineVisible } from '@/base/visible-text';
import type { ToolHints } from '@/engine/ports/tool-client';
import type { OfferedRow } from '@/worker/border/engine-api';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { builtinToolNames } from '@/workflow/builtin-names';
import type { WorkflowTool } from '@/workflow/declared-tools';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import { findServerKey, type ServerSource } from './tool-sources';
import type { ToolUser, ToolUses } from './used-tools';

/** The kind of a tool, in a word. */
export type ToolKind = 'HTTP' | 'Script' | 'MCP' | 'Built-in' | 'Provider' | 'Unknown';

/** A row of the list of tools. */
export interface ToolRow {
  readonly id: string;
  readonly name: string;
  /** The name in a form that is safe to display. */
  readonly label: string;
  readonly kind: ToolKind;
  /** On one line. */
  readonly description: string;
  /** Its source, in words. */
  readonly from: string;
  /** The tool to call when a person tries it. */
  readonly tool: Tool;
  /** Whether the workflow declares it. If not, its server offers it, or it comes with Heddle. */
  readonly isDeclared: boolean;
  readonly hints?: ToolHints | undefined;
  /** Key of its server. */
  readonly server?: string | undefined;
  /** Whether its server was asked, and has no tool with this name. */
  readonly isMissing?: boolean;
  /** Names under which the workflow declares this tool of a server. */
  readonly declaredAs?: readonly string[];
  /** Undefined: not known. */
  readonly uses: readonly ToolUser[] | undefined;
}

/** The longest name and description in a list, in characters. */
const maxLabel = 120;
const maxDescription = 240;

/**
 * The tools that a workflow declares, without entries for all tools of a server. `listOf`: what a server offers, by its
 * key; undefined: it was not asked.
 */
export function listDeclaredRows(
  tools: readonly WorkflowTool[],
  uses: ToolUses | undefined,
  listOf: (server: string) => readonly OfferedRow[] | undefined,
): readonly ToolRow[] {
  return tools.flatMap(({ name, tool, within }, index): ToolRow[] => {
    if (isAllOfServer(tool)) return [];
    const server = findServerKey(tool);
    const list = server === undefined ? undefined : listOf(server);
    const offered = list?.find((one) => one.name === (tool.mcp?.tool ?? name));
    return [
      {
        id: `workflow ${index}`,
        name,
        label: makeLineVisible(name, maxLabel),
        kind: findToolKind(tool),
        description: makeLineVisible(tool.description ?? offered?.description ?? '', maxDescription),
        from: within ?? 'This workflow',
        tool,
        isDeclared: true,
        hints: offered?.hints,
        server,
        isMissing: list !== undefined && offered === undefined,
        uses: uses?.ofDeclared(name, tool),
      },
    ];
  });
}

/** The tools that a server offers. */
export function listOfferedRows(
  server: ServerSource,
  offered: readonly OfferedRow[],
  declared: readonly WorkflowTool[],
  uses: ToolUses | undefined,
): readonly ToolRow[] {
  const names = new Map<string, string[]>();
  for (const { name, tool, within } of declared) {
    if (within !== undefined || findServerKey(tool) !== server.key || isAllOfServer(tool)) continue;
    const toolName = tool.mcp?.tool ?? name;
    names.set(toolName, [...(names.get(toolName) ?? []), name]);
  }
  return offered.map(({ name, description, hints }) => ({
    id: `${server.key} ${name}`,
    name,
    label: makeLineVisible(name, maxLabel),
    kind: 'MCP',
    description: makeLineVisible(description, maxDescription),
    from: server.label,
    tool: { mcp: { ...server.mcp, tool: name } },
    isDeclared: false,
    hints,
    server: server.key,
    declaredAs: names.get(name) ?? [],
    uses: uses?.ofServer(server.key, name),
  }));
}

/** The tools that come with Heddle. */
export function listBuiltinRows(uses: ToolUses | undefined): readonly ToolRow[] {
  return builtinToolNames.map((name) => ({
    id: `builtin ${name}`,
    name,
    label: name,
    kind: 'Built-in',
    description: builtinDeclarations[name].description,
    from: 'Heddle',
    tool: { builtin: name },
    isDeclared: false,
    uses: uses?.ofBuiltin(name),
  }));
}

/** Rows whose name or description has all the words. */
export function listMatchingRows(rows: readonly ToolRow[], words: string): readonly ToolRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  return rows.filter(({ label, description }) => {
    const text = `${label} ${description}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function findToolKind({ type, http, script, mcp, builtin }: Tool): ToolKind {
  if (type === 'provider') return 'Provider';
  if (http !== undefined) return 'HTTP';
  if (script !== undefined) return 'Script';
  if (mcp !== undefined) return 'MCP';
  return builtin === undefined ? 'Unknown' : 'Built-in';
}
