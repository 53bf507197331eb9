import { describe } from 'vitest';
import { checkRows, type Row, task } from './problems.testing';

const verdict = { type: 'object', properties: { verdict: { type: 'string', enum: ['pass', 'fail'] } } };
const compare = (condition: string) => ({
  a: task({ outputSchema: verdict }),
  b: task({ dependsOn: ['a'], condition }),
});
const told = ['HED527 tasks.b.condition'];

describe('a text that a field of a result is compared with', () => {
  const rows: readonly Row[] = [
    ['that it may be', compare('tasks.a.status == "FAILED" || tasks.a.error.resource == "context"'), []],
    ['that it was before', compare('tasks.a.error.resource == "window"'), []],
    ['that no limit is called', compare("tasks.a.error.resource == 'nonsense'"), told],
    ['that no status is', compare('tasks["a"].status != "DONE"'), told],
    ['that no status is, on the left', compare('"DONE" == tasks.a.status'), told],
    ['that no code is', compare('tasks.a.error.code == "NONSENSE"'), told],
    ['that the schema does not list', compare('tasks.a.output.verdict == "passed"'), told],
    ['that the schema lists', compare('tasks.a.output.verdict == "pass"'), []],
    ['joined with another', compare('tasks.a.status + "x" == "DONE" || "x" + tasks.a.status == "DONE"'), []],
    ['of which nothing is known', compare('tasks.a.content == "DONE" || tasks.a.error.message == "DONE"'), []],
  ];
  checkRows(rows);
});
