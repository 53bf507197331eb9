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

  it('have the fields of a task object that a run or a program left: they have no effect, are named and are kept', () => {
    const left = {
      status: 'pending',
      metadata: { by: 'me' },
      result: null,
      error: 'none',
      retryCount: 1,
      messageRange: { start: 0, end: 4 },
      compacted: false,
      summary: 'short',
    };
    const text = JSON.stringify({ tasks: [{ id: 'a', name: 'A', description: 'x', 'x-own': 1, ...left }] });
    const { document } = readYaml(text);
    const keys = ['status', 'metadata', 'result', 'error', 'retry_count', 'message_range', 'compacted', 'summary'];
    expect(problems(text)).toEqual(keys.map((key) => `HED502 warning tasks.a.${key}`));
    const { retryCount, messageRange, ...rest } = left;
    const legacy = { ...rest, retry_count: retryCount, message_range: messageRange };
    expect(document?.tasks).toMatchObject({ a: { name: 'A', extensions: { 'x-own': 1, 'x-legacy': legacy } } });
    if (document === undefined) throw new Error('There is no document.');
    for (const again of [readYaml(writeYaml(document)), readXml(writeXml(document))]) {
      expect(again.document?.tasks).toEqual(document.tasks);
      expect(again.diagnostics).toEqual([]);
    }
  });

  it('have fields by the names that they had in a program', () => {
    const { document, diagnostics } = readYaml(
      'tasks: { a: { taskPrompt: Do it., isManualXML: true, atomicSubtype: director, disableReparsing: true, systemPrompt: Be brief. } }',
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const now = { description: 'Do it.', manualXml: true, subtype: 'director', disableReparsing: true };
    expect(document?.tasks).toMatchObject({ a: { ...now, system: 'Be brief.' } });
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
