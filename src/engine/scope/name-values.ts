import type { Json } from '@/base/json';
import type { SeenName } from '@/run/filled-text';
import { describeValueStart, listMembers } from '@/run/value-start';
import type { Environment } from '@/workflow/expressions/environment';

/** Most names that are listed; a graph may have many thousand tasks. */
const mostNames = 2000;

/** The names of a scope with the starts of their values, nearest first; inner names hide outer ones. */
export function nameValues(environment: Environment): readonly SeenName[] {
  const named = new Map<string, SeenName>();
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    for (const [name, binding] of scope.bindings) {
      if (named.size >= mostNames) return [...named.values()];
      if (named.has(name)) continue;
      const isResult = binding.kind === 'result';
      const value = isResult ? binding.result.content : binding.value;
      const members = isResult ? listMembers(binding.result.output, '.output') : listMembers(value as Json, '');
      const output = isResult ? [{ path: '.output', ...describeValueStart(binding.result.output) }] : [];
      const status = isResult ? [{ path: '.status', ...describeValueStart(binding.result.status) }] : [];
      const kind = isResult ? 'tasks' : scope.kind;
      named.set(name, { name, kind, ...describeValueStart(value), members: [...output, ...members, ...status] });
    }
  }
  return [...named.values()];
}
