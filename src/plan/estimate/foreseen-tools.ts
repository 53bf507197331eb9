import type { PlannedAtomic, PlannedTask, PlannedTool } from '../plan';
import { isReadingFiles } from '../resolve/resolve-tools';
import { declareTool, needsServer } from '../tools/declare-tool';
import { listMakerTools } from '../tools/maker-tools';
import type { Count } from './size';
import { estimateMostTokensOfBytes } from './tokens-of-bytes';

/** The tools that are declared to a task's model in each call, and those that may be. */
export interface ForeseenTools {
  readonly always: readonly object[];
  readonly atMost: readonly object[];
}

/**
 * The declarations of a task's tools. Those that read files are declared only if there are files; those that the
 * provider performs, only to models that have them.
 */
export function foreseeTools({ tools }: PlannedAtomic): ForeseenTools {
  const listDeclared = (some: readonly PlannedTool[]) => some.flatMap((tool) => declareTool(tool) ?? []);
  const certain = tools.filter((tool) => !isReadingFiles(tool) && !needsServer(tool));
  const always = listDeclared(certain);
  const ofMakers = listMakerTools(tools);
  if (certain.length === tools.length && ofMakers.length === 0) return { always, atMost: always };
  return { always, atMost: [...listDeclared(tools), ...ofMakers] };
}

/** Calls of tools in one turn that are counted. Models rarely make more at once. */
export const assumedCalls = 4;
/** Tokens around a call and its answer. */
const aroundCall = 24;
/** Tools that answer in a few words, which may repeat a path. */
const brief: ReadonlySet<string | undefined> = new Set([
  'note',
  'write_file',
  'edit_file',
  'delete_file',
  'remember',
  'detach_file',
]);

/** The most tokens that the calls of tools and their answers add to a conversation in a turn. */
export function estimateToolTurnTokens(task: PlannedAtomic, reply: number, count: Count): number {
  const answers = task.tools.map(({ safeName, tool: { builtin } }) => {
    const answer = brief.has(builtin)
      ? Math.min(reply, 200) + 20
      : estimateMostTokensOfBytes(task.limits.maxContextBytes + 200);
    return aroundCall + 2 * count(safeName) + answer;
  });
  return assumedCalls * Math.max(0, ...answers);
}

/** Whether a tool can lead to further turns. A request for an evaluation ends the turn. */
export function isTakingTurns({ tool: { builtin } }: PlannedTool): boolean {
  return builtin !== 'request_evaluation';
}

/** Says in words what is not counted: descriptions of tools that servers give only in the run. */
export function describeUncountedTools(task: PlannedTask): string | undefined {
  const names = task.type === 'atomic' ? task.tools.filter(needsServer).map(({ name }) => name) : [];
  return names.length === 0 ? undefined : `nothing for what servers say of ${names.join(', ')}`;
}
