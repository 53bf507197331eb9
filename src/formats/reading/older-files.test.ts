import { describe, expect, it } from 'vitest';
import { readAny } from '../read-any';
import { readXml } from '../xml/read-xml';
import { writeXml } from '../xml/write-xml';
import { readYaml } from '../yaml/read-yaml';
import { writeYaml } from '../yaml/write-yaml';

const problems = (text: string) =>
  readYaml(text).diagnostics.map(({ code, severity, path }) => `${code} ${severity} ${path.join('.')}`);

describe('files as the seeds write them', () => {
  it('have values in camel case, as they have keys', () => {
    const text = `compaction: { trigger: onThreshold, agent: { model: 'sim:echo', systemPrompt: Short. } }
checkpoint: { saveInterval: onTaskComplete }
tasks: { a: { description: x, errorHandling: { onError: retry } } }
`;
    const { document, diagnostics } = readYaml(text);
    expect(diagnostics).toEqual([]);
    expect(document).toMatchObject({
      compaction: { trigger: 'on_threshold', agent: { system: 'Short.' } },
      checkpoint: { saveInterval: 'on_task_complete' },
    });
    expect(problems('compaction: { trigger: onThresholds }\ntasks: {}')).toEqual(['HED203 error compaction.trigger']);
  });

  it('keep callbacks, which have no effect, and say so', () => {
    const text =
      'callbacks: { onTaskStart: log, onCompact: [1] }\nx-legacy: { older: true }\ntasks: { a: { description: x } }\n';
    const { document } = readYaml(text);
    expect(problems(text)).toEqual(['HED502 warning callbacks']);
    const legacy = { 'x-legacy': { older: true, callbacks: { onTaskStart: 'log', onCompact: [1] } } };
    expect(document?.extensions).toEqual(legacy);
    if (document === undefined) throw new Error('There is no document.');
    expect(readXml(writeXml(document)).document?.extensions).toEqual(legacy);
  });

  it('may hold several workflows: one is opened, the others are named and kept', () => {
    const text =
      'workflows:\n  side: { tasks: { b: { description: y } } }\n  main: { tasks: { a: { description: x } } }\n';
    const { document } = readYaml(text);
    expect(problems(text)).toEqual(['HED523 warning workflows.side']);
    expect(Object.keys(document?.tasks ?? {})).toEqual(['a']);
    if (document === undefined) throw new Error('There is no document.');
    const kept = { 'x-legacy': { workflows: { side: { tasks: { b: { description: 'y' } } } } } };
    for (const again of [readYaml(writeYaml(document)), readXml(writeXml(document))]) {
      expect(again.document?.extensions).toEqual(kept);
    }
  });

  it('have ids in lists that are digits: each gets a _, also where a task depends on it', () => {
    const text = 'tasks: [{ id: "1", description: x }, { id: b, dependsOn: ["1"], description: y }]\n';
    const { document, diagnostics, locate } = readYaml(text);
    expect(diagnostics.map(({ code, severity, range }) => [code, severity, range?.from])).toEqual([
      ['HED524', 'warning', text.indexOf('"1"')],
    ]);
    expect(document?.tasks).toMatchObject({ _1: { description: 'x' }, b: { dependsOn: ['_1'] } });
    expect(locate(['tasks', '_1', 'description'])?.from).toBe(text.indexOf('x }'));
    expect(problems('tasks: [{ id: "1!", description: x }]')).toEqual(['HED204 error tasks.1!']);
  });

  it('fetch a binding by a task of an input', () => {
    const xml = `<task type="atomic"><description>Judge</description><inputs><input name="evaluation_data"><task>
      <description>Retrieve last evaluator output</description><source_var>last_evaluator_output</source_var>
    </task></input></inputs></task>`;
    const yaml = `description: Judge
inputs: { evaluation_data: { task: { description: Retrieve, source_var: last_evaluator_output } } }
`;
    for (const { document, diagnostics } of [readAny.xml(xml), readAny.yaml(yaml)]) {
      expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['HED524 warning']);
      expect(document?.tasks).toMatchObject({
        task: { inputs: { evaluation_data: { from: 'last_evaluator_output' } } },
      });
    }
  });
});
