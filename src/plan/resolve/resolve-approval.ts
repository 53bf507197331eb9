import type { Task } from '@/workflow/tasks';
import { findNamedServer, isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import type { NamedTool } from './surroundings';

/** Which calls of tools a person has to approve: all, or those of tools with these names. */
type Approve = Task['approve'];

/** Tools that reach nothing outside the conversation: nobody is asked before them. */
const harmless: ReadonlySet<string | undefined> = new Set(['ask_user', 'note', 'request_evaluation']);

/** What has to be approved in a task: what it says itself, and what its containers say. */
export function mergeApprove(own: Approve, outer: Approve): Approve {
  if (own === true || outer === true) return true;
  const names = [...new Set([...(outer || []), ...(own || [])])];
  return names.length === 0 ? undefined : names;
}

/** A tool of a task, which says itself whether its calls have to be approved. No task can loosen what a tool says. */
export function resolveApproval({ name, tool }: NamedTool, approve: Approve): Tool {
  if (!approve || tool.approve === true || tool.type !== undefined || harmless.has(tool.builtin)) return tool;
  if (approve === true) return { ...tool, approve };
  if (!isAllOfServer(tool)) {
    return approve.includes(name) || approve.includes(tool.builtin ?? name) ? { ...tool, approve: true } : tool;
  }
  const server = findNamedServer(name) ?? name;
  if (approve.includes(server) || approve.includes(name)) return { ...tool, approve: true };
  // Of the tools of a server only those that are named, with its name or without.
  const start = `${server}.`;
  const named = approve.map((one) => (one.startsWith(start) ? one.slice(start.length) : one));
  return { ...tool, approve: [...new Set([...(tool.approve || []), ...named])] };
}
