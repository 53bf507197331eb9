import { taskOf } from '../document';
import type { Checking } from './checking';
import { jsonSchemaProblem } from './json-schema-problem';

/** What single fields of a task say, each by itself. */
export function checkFields(checking: Checking): void {
  const { document, graph } = checking;
  for (const id of graph.ids) {
    const task = taskOf(document, id);
    if (task === undefined) continue;
    const path = ['tasks', id];
    for (const name of Object.keys(task.returns ?? {})) {
      if (taskOf(document, name) === undefined) continue;
      checking.report(
        'HED307',
        [...path, 'returns', name],
        `“${name}” is also the id of a task. Return it by another name.`,
      );
    }
    if (task.outputSchema !== undefined) {
      const problem = jsonSchemaProblem(task.outputSchema, [...path, 'output_schema']);
      if (problem !== undefined) checking.report('HED403', problem.path, `This is no JSON Schema. ${problem.message}`);
    }
    if (task.type === 'atomic' && (task.description ?? '').trim() === '') {
      checking.report(
        'HED503',
        [...path, 'description'],
        `“${id}” has no prompt. Say in description what the model should do.`,
      );
    }
    if (task.type === 'script' && task.script?.content !== undefined && task.script.command !== undefined) {
      const message = 'content and command say the same twice; content is run. Remove one.';
      checking.report('HED504', [...path, 'script', 'command'], message);
    }
  }
}
