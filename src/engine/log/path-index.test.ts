import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findTasksAround } from '@/run/journal-path';
import { PathIndex } from './path-index';

/** Journal paths of a few tasks in one another, and of what they do. */
const paths = fc
  .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
  .chain((ids) =>
    fc
      .constantFrom('', '/attempt/1/turn/1', '/iter/2/attempt/1', '/attempt/1/script/1')
      .map((end) => `${ids.map((id) => `task/${id}`).join('/attempt/1/')}${end}`),
  );
const isIn = (task: string) => (path: string) => task === '' || path.startsWith(`${task}/`);

it('paths are taken out of a task with all that lies in it, once, and nothing else is', () => {
  const tasks = fc.constantFrom('', 'task/a', 'task/b', 'task/a/attempt/1/task/b', 'task/b/attempt/1/task/b');
  const property = (added: readonly string[], taken: readonly string[], from: string) => {
    const index = new PathIndex();
    let left = new Set<string>();
    for (const path of added) {
      index.add(path);
      left.add(path);
    }
    for (const task of taken) {
      const out = index.takeBelow(task);
      const inside = [...left].filter(isIn(task));
      // The tasks between it and what lies in it are there too, whether or not they were added.
      expect(new Set(out.filter((path) => left.has(path)))).toEqual(new Set(inside));
      for (const path of out) expect(isIn(task)(path)).toBe(true);
      expect(new Set(out).size).toBe(out.length);
      left = new Set([...left].filter((path) => !inside.includes(path)));
    }
    const matches = (path: string) => !path.includes('iter') && !path.endsWith('task/b');
    const out = index.takeFrom(from, matches);
    const direct = (path: string) => {
      const [task, container] = findTasksAround(path);
      return (task === path ? container : task) === from;
    };
    const expected = [...left].filter(
      (path) =>
        isIn(from)(path) &&
        [...left, path].some((own) => direct(own) && matches(own) && (own === path || isIn(own)(path))),
    );
    for (const path of expected) expect(out).toContain(path);
    for (const path of out.filter((own) => direct(own))) expect(matches(path)).toBe(true);
    expect(index.takeFrom(from, matches)).toEqual([]);
  };
  fc.assert(fc.property(fc.array(paths, { maxLength: 12 }), fc.array(tasks, { maxLength: 2 }), tasks, property), {
    numRuns: 150,
  });
});
