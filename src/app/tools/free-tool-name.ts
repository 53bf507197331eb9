import { isBuiltinTool } from '@/workflow/builtin-names';

/** The longest name derived from a server's, in characters. */
const maxLength = 60;

/**
 * A name for a server's tool in a workflow: it has only allowed characters, and is neither taken nor that of a tool
 * that comes with Heddle.
 */
export function freeToolName(name: string, taken: readonly string[]): string {
  const safe = name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, maxLength);
  const plain = /^[A-Za-z_]/.test(safe) && safe !== '__proto__' ? safe : `tool_${safe.replace(/^_+/, '')}`;
  let free = plain;
  for (let n = 2; taken.includes(free) || isBuiltinTool(free); n++) free = `${plain}_${n}`;
  return free;
}
