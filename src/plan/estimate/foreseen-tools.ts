import type { ModelRef, PlannedTask, PlannedTool } from '../plan';
import type { TokenCounter } from '../ports';
import { readsFiles } from '../resolve/resolve-tools';
import { asksServer, declareTool } from '../tools/declare-tool';
import { toolTokens } from '../tools/tool-tokens';
import type { Range } from './estimate';
import { nothing } from './range';

/**
 * Tokens of a task's tool declarations in each call. The low end leaves out the tools that read files, which are
 * declared only if there are files.
 */
export function foreseenToolTokens(task: PlannedTask, model: ModelRef, tokens: TokenCounter): Range {
  if (task.type !== 'atomic') return nothing;
  const tokensOf = (tools: readonly PlannedTool[]) =>
    toolTokens(
      tools.flatMap((tool) => declareTool(tool) ?? []),
      (text) => tokens.count(text, model).tokens,
    );
  return { low: tokensOf(task.tools.filter((tool) => !readsFiles(tool))), high: tokensOf(task.tools) };
}

/** Says in words what is not counted: descriptions of tools that servers give only in the run. */
export function uncountedTools(task: PlannedTask): string | undefined {
  const names = task.type === 'atomic' ? task.tools.filter(asksServer).map(({ name }) => name) : [];
  return names.length === 0 ? undefined : `nothing for what servers say of ${names.join(', ')}`;
}
