import { isBuiltinTool } from '@/workflow/builtin-names';

/** Longest name that is made of that of a server. */
const maxLength = 60;

/**
 * A name for a tool of a server that a workflow can have: made of what names may hold, none of those that are taken,
 * and none of a tool that comes with Heddle.
 */
export function freeToolName(name: string, taken: readonly string[]): string {
  const safe = name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, maxLength);
  const plain = /^[A-Za-z_]/.test(safe) && safe !== '__proto__' ? safe : `tool_${safe.replace(/^_+/, '')}`;
  let free = plain;
  for (let n = 2; taken.includes(free) || isBuiltinTool(free); n++) free = `${plain}_${n}`;
  return free;
}
