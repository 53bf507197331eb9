import type { RunEvent } from '@/run/events';

/**
 * What happened in a run, task by task, without ids, times, models and prices: for each task (by its journal path) its
 * events in order. Which of two parallel tasks is first is chance, so only the order within each is compared. Progress
 * of a pipeline is reported once a second, which is time too.
 */
export function storyOf(events: readonly RunEvent[]): Readonly<Record<string, readonly string[]>> {
  const story: Record<string, string[]> = {};
  for (const { kind, path, task, result, error } of events) {
    if (kind === 'pipeline.progress') continue;
    const own = story[taskOf(path)] ?? [];
    const told = [kind, path, task, result, error?.code].filter(Boolean).join(' | ');
    own.push(told.replaceAll(/\bsim:\w+/g, 'a model'));
    story[taskOf(path)] = own;
  }
  return Object.fromEntries(Object.entries(story).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The path up to the innermost task in it. */
function taskOf(path: string): string {
  return /^(?:.*\/)?task\/[^/]+/.exec(path)?.[0] ?? '';
}
