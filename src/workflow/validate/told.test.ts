import { expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { group, sequence, task } from './problems.testing';
import { validateDocument } from './validate';

// What a person reads of a problem, and what its fix would write, to the letter.

type Fields = Readonly<Record<string, unknown>>;
type Told = readonly [name: string, tasks: Fields, told: readonly string[], settings?: Fields];

function toldOf(tasks: Fields, settings: Fields = {}): string[] {
  const rest = { defaultModel: 'sim:echo', ...settings } as Omit<WorkflowDocument, 'tasks'>;
  return validateDocument(documentOf(tasks as Readonly<Record<string, Fields>>, rest), []).map(({ message, fix }) => {
    if (fix === undefined) return message;
    return fix.kind === 'replace' ? `${message} → ${fix.text}` : `${message} → ${fix.title}`;
  });
}

const http = { url: 'https://x.org' };
const reads = (description: string, more: object = {}) => task({ description, ...more });
const closed = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    },
    open: { type: 'object', properties: { y: {} } },
  },
  additionalProperties: false,
};

const rows: readonly Told[] = [
  [
    'a misspelt name is guessed among what is known at its place',
    {
      fetch: task({ tools: [{ name: 'search', http }] }),
      a: task({ dependsOn: ['fetsh'], tools: ['serch', 'note_', 'srv.*'] }),
      b: task({ agent: 'raeder', approve: ['serach'] }),
      c: task({ type: 'call', ref: 'summarzier' }),
      d: task({ type: 'call', ref: 'f', args: { txet: 1, text: 'x' } }),
      e: task({ condition: 'inputs.limt > 1', inputs: { limit: 1 } }),
      f: { type: 'tool', tool: 'wirte_file' },
      g: { type: 'tool', tool: 'strict', args: { titel: 'x' } },
      h: { type: 'tool', tool: 'onw', tools: [{ name: 'own', http }] },
      i: group({ inner: task({ dependsOn: ['innr', 'i'], context: { includeTasks: ['fetsh', 'iner'] } }) }),
      j: task({ approve: ['serach'] }),
      k: task({ description: '{{fetsh.output[0]}}' }),
    },
    [
      'No tool “raed_file” comes with Heddle. Did you mean read_file? → read_file',
      'No tool “reaf_file”. Did you mean read_file? → read_file',
      'No type “sting”, so anything is taken. Types are string, number, integer, boolean, object, array, null, any. Did you mean string? → string',
      'No task “fetsh”. Did you mean fetch? → fetch',
      'No tool “serch”. Did you mean search? → search',
      'No tool “note_”. Did you mean note? → note',
      'No server “srv”. Did you mean serv.*? → serv.*',
      'No agent “raeder”. Did you mean reader? → reader',
      'No tool “serach”. Did you mean search? → search',
      'The library has no “summarzier”. Did you mean summarizer?',
      '“f” has no parameter “txet”. Did you mean text?',
      'No input “limt”. Did you mean limit? → inputs.limit > 1',
      'No tool “wirte_file”. Did you mean write_file?',
      '“strict” has no parameter “titel”. Did you mean title?',
      'No tool “onw”. Did you mean own? → own',
      'No task “innr” among these subtasks.',
      'No task “i” among these subtasks.',
      'No task “fetsh”. Did you mean fetch? → fetch',
      'No task “iner”. Did you mean inner? → inner',
      'No tool “serach”. Did you mean search? → search',
      '“fetsh.output[0]” is not a task, input or variable. Did you mean fetch?',
    ],
    {
      agents: { reader: { tools: ['reaf_file'] } },
      tools: {
        search: { http },
        serv: { mcp: http },
        mine: { builtin: 'raed_file' },
        strict: {
          http,
          parameters: { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: false },
        },
      },
      library: { f: { parameters: [{ name: 'text', type: 'sting' }], task: task() } },
    },
  ],
  [
    'an argument that is missing is named, with the others',
    {
      a: task({ type: 'call', ref: 'f', args: { one: 1 } }),
      b: task({ type: 'call', ref: 'f', args: {} }),
      c: task({ type: 'call', ref: 'f', args: { one: null, two: [] } }),
      d: task({ type: 'call', ref: 'g', args: { n: 1.5, t: true, o: 'x', i: {} } }),
      e: { type: 'tool', tool: 'post', args: { one: 1 } },
      f: { type: 'tool', tool: 'post', args: {} },
    },
    [
      '“f” needs two too. Add it to args.',
      '“one” of “f” is of the type string; this is a number.',
      '“f” needs one, two too. Add them to args.',
      '“one” of “f” is of the type string; this is null.',
      '“two” of “f” is of the type string; this is a list.',
      '“n” of “g” is of the type integer; this is a number.',
      '“t” of “g” is of the type null; this is a boolean.',
      '“o” of “g” is of the type object; this is a text.',
      '“post” needs two. Add it to args.',
      '“post” needs one, two. Add them to args.',
    ],
    {
      library: {
        f: {
          parameters: [
            { name: 'one', type: 'string' },
            { name: 'two', type: 'string' },
            { name: 'three', default: 1 },
          ],
          task: task(),
        },
        g: {
          parameters: [
            { name: 'n', type: 'integer' },
            { name: 't', type: 'null' },
            { name: 'o', type: 'object' },
            { name: 'i', type: 'any' },
          ],
          task: task(),
        },
      },
      tools: {
        post: { http, parameters: { type: 'object', properties: { one: {}, two: {} }, required: ['one', 'two'] } },
      },
    },
  ],
  [
    'what waits for whom is told by name',
    {
      one: task({ dependsOn: ['one'] }),
      ...Object.fromEntries(['a', 'b'].map((id) => [id, task({ dependsOn: [id === 'a' ? 'b' : 'a'] })])),
      ...Object.fromEntries(
        ['p', 'q', 'r', 's'].map((id, index, all) => [id, task({ dependsOn: [all[(index + 1) % 4]] })]),
      ),
      ...Object.fromEntries(
        ['t', 'u', 'v', 'w', 'x', 'y'].map((id, index, all) => [id, task({ dependsOn: [all[(index + 1) % 6]] })]),
      ),
      g: group({ i: task({ dependsOn: ['none'] }) }),
      m: task({ type: 'map', innerTask: task({ dependsOn: ['a'] }) }),
    },
    [
      '“one” waits for itself, so it can never start. Remove this dependency.',
      '“a” waits for b, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“b” waits for a, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“p” waits for q, r, s, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“q” waits for p, r, s, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“r” waits for p, q, s, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“s” waits for p, q, r, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“t” waits for u, v, w and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“u” waits for t, v, w and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“v” waits for t, u, w and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“w” waits for t, u, v and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“x” waits for t, u, v and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      '“y” waits for t, u, v and 2 more, which in turn wait for it, so none can start. Remove a dependency among them.',
      'No task “none” among these subtasks.',
      '“inner_task” stands alone here, so there is nothing to wait for. Remove it.',
    ],
  ],
  [
    'what is read too early is told by who reads it, with what to do',
    {
      a: task(),
      b: reads('{{a}}'),
      c: reads('{{c}}'),
      d: reads('{{e}}'),
      e: task({ dependsOn: ['d'] }),
      g: group({ x: reads('{{a}}'), y: reads('{{x}}'), z: reads('{{g}}') }),
      s: sequence({ ...reads('{{two}}'), id: 'one' }, { ...task(), id: 'two' }, sequence(reads('{{four}}')), {
        ...task(),
        id: 'four',
      }),
    },
    [
      '“b” reads “a”, but does not wait for a, so it may not be there yet. Add the dependency. → Run b after a',
      '“c” cannot read its own result here. In validate, returns and the condition of until it is output.',
      '“d” reads “e”, but does not wait for e, so it may not be there yet. It cannot wait either, as e waits for d.',
      '“x” in “g” reads “a”, but g does not wait for a, so it may not be there yet. Add the dependency. → Run g after a',
      '“y” reads “x”, but does not wait for x, so it may not be there yet. Add the dependency. → Run y after x',
      '“z” is a part of “g”, so it cannot read its result.',
      '“one” reads “two”, but steps run in order, and two comes later. Move it up.',
      '“step_1” in “step_3” reads “four”, but steps run in order, and four comes later. Move it up.',
    ],
  ],
  [
    'a part that is read by way of the container of both is told with how it is written there',
    {
      g: group({ x: task(), y: reads('{{g.x}}', { dependsOn: ['x'] }) }),
      s: sequence({ ...task(), id: 'one' }, { ...reads('{{s.output.one.content}}'), id: 'two' }),
    },
    [
      '“y” is a part of “g”. Within it, write x. → {{x}}',
      '“two” is a part of “s”. Within it, write one.content. → {{one.content}}',
    ],
  ],
  [
    'a name that means nothing here is told with how it is written',
    {
      a: reads('{{secrets.KEY}} {{inputs.x.y}} {{variables.z}} {{tasks.b}} {{inputs}} {{whatever.x}}'),
      'b-c': task(),
      b: task(),
      'b.d': task(),
      c: task({ dependsOn: ['b-c'], condition: 'tasks.b-c.output == 1' }),
      d: task({ dependsOn: ['b', 'b-c'], condition: 'tasks.b-c.output == 1' }),
      e: task({ dependsOn: ['b-c'], condition: 'tasks.b-e.output == 1' }),
      f: task({ condition: 'tasks.nobody.output == 1 && tasks.nobody.content == "x"' }),
      g: task({ condition: '1 + + 2 ==' }),
      h: task({ condition: 'true || ghost' }),
    },
    [
      'Secrets can be used in http and mcp tools only, so that no model sees them.',
      '“inputs.x.y” does not exist. In templates the name alone is written: {{x.y}}.',
      '“variables.z” does not exist. In templates the name alone is written: {{z}}.',
      '“tasks.b” does not exist. In templates the name alone is written: {{b}}.',
      '“inputs” is not a task, input or variable.',
      '“whatever.x” is not a task, input or variable.',
      'At character 9: Unknown variable: c. A task is written tasks.c.output.',
      'At character 9: Unknown variable: c. A task is written tasks.c.output.',
      'At character 9: Unknown variable: e. A task is written tasks.e.output.',
      'No task “nobody”.',
      'At character 5: Unexpected “+”.',
      'At character 9: Unknown variable: ghost. A task is written tasks.ID.output, an input inputs.NAME, a variable variables.NAME.',
    ],
  ],
  [
    'a setting that does nothing is told by its own name',
    {
      a: task({ loop: { type: 'repeat', count: 2, maxIterations: 3 } }),
      b: task({ limits: { maxCombinedBytes: 8, maxStdoutBytes: 9 } }),
    },
    [
      'max_iterations has no effect here: repeat runs count times.',
      'max_stdout_bytes has no effect here: max_combined_bytes is 8.',
    ],
  ],
  [
    'a model is told with what is known',
    {
      a: task({ model: 'plain' }),
      b: task({ model: 'lab:x' }),
      c: task({ model: 'lab:x', fallbackModels: ['lab:y'] }),
      d: { type: 'script', fallbackModels: ['lab:y'], script: { content: 'x' } },
      e: task(),
    },
    [
      '“plain” names no provider. Write one in front, such as openai:plain. Known are openai, anthropic, google, openrouter, ollama, sim.',
      '“lab” is not a known provider. Write a known one in front, or add it in Models, on the command line by --provider. Known are openai, anthropic, google, openrouter, ollama, sim.',
      '“lab” is not a known provider. Write a known one in front, or add it in Models, on the command line by --provider. Known are openai, anthropic, google, openrouter, ollama, sim.',
      '“lab” is not a known provider. Write a known one in front, or add it in Models, on the command line by --provider. Known are openai, anthropic, google, openrouter, ollama, sim.',
      'No model is given for “e”. Set one here, in its agent, or a default model in the settings of the workflow.',
    ],
    { defaultModel: undefined },
  ],
  [
    'tools are told with what is wrong with them',
    {
      a: task({ tools: [{ name: 'two', http, script: { content: 'x', command: 'y' } }, { name: 'none' }] }),
      b: task({ tools: ['spawn_task', 'run_pipeline'], agent: { tier: 'light' } }),
      c: task({ tools: ['spawn_task'] }),
      d: { type: 'tool', tool: 'maker' },
      e: { type: 'tool', tool: 'files' },
      f: { type: 'tool', tool: 'ask_user' },
      g: task({
        tools: ['two.*', { name: 'x', builtin: 'note' }, { name: 'x', builtin: 'note' }, { builtin: 'note' }],
      }),
      h: { type: 'script', script: { content: 'x' }, tools: ['read_file', { script: { content: 'x' } }, 'two'] },
    },
    [
      'A server has a url (streamable HTTP) or a command (stdio). Give one.',
      'A server has a url (streamable HTTP) or a command (stdio), not both. Remove one.',
      'A tool is one of http, script, mcp, builtin and type: provider; this is http and script.',
      'content and command say the same twice; content is run. Remove one.',
      'A tool is one of http, script, mcp, builtin and type: provider; this is none of them.',
      'An agent of the tier light may not use run_pipeline.',
      'Only an agent with a tier may use spawn_task.',
      '“maker” is performed by the maker of a model. Only a prompt can use it.',
      '“files” is a server with many tools. Name one of them: files.TOOL.',
      '“ask_user” works in a conversation with a model only. Without one, these do: list_files, read_file, write_file, edit_file, delete_file, run_script, remember, recall.',
      '“two” is not a server: only of a tool that is mcp can all tools be listed.',
      'The tool “x” appears here twice. Remove one.',
      'A tool that is written here needs a name.',
      'A tool that is written here needs a name.',
      'A script can call only tools that make HTTP requests, so not “read_file”.',
      'A script can call only tools that make HTTP requests, so not “”.',
      'A script cannot wait for a person, so its calls of “two” fail. Call it by a tool task.',
    ],
    {
      tools: {
        maker: { type: 'provider' },
        files: { mcp: { url: 'https://x.org', tool: '*' } },
        two: { http, approve: true },
        none: { mcp: {} },
        both: { mcp: { url: 'https://x.org', command: 'x' } },
      },
    },
  ],
  [
    'an evaluator is told what it cannot give',
    {
      a: task({ type: 'director_evaluator', director: task(), evaluator: task({ outputSchema: { type: 'string' } }) }),
      b: task({
        type: 'director_evaluator',
        director: task(),
        evaluator: task({ outputSchema: { additionalProperties: false } }),
      }),
      c: task({
        type: 'director_evaluator',
        director: task(),
        evaluator: task({ outputSchema: { additionalProperties: true } }),
      }),
      d: task({
        type: 'director_evaluator',
        director: task(),
        evaluator: task({ outputSchema: { properties: { success: true, feedback: { type: 'number' } } } }),
      }),
      e: task({
        bestOf: { n: 2, evaluator: task({ outputSchema: { type: ['object', 'null'], properties: { choice: {} } } }) },
      }),
      f: task({ outputSchema: { type: 'string' } }),
    },
    [
      '“evaluator” cannot give its verdict: its schema allows no object. An evaluator gives {success, feedback}. Add them, or leave the schema out: Heddle has one.',
      '“evaluator” cannot give its verdict: its schema allows no fields. An evaluator gives {success, feedback}. Add them, or leave the schema out: Heddle has one.',
      '“evaluator” cannot give its verdict: its schema allows no string or null as feedback. An evaluator gives {success, feedback}. Add them, or leave the schema out: Heddle has one.',
      '“evaluator” cannot give its verdict: its schema has no field reason. An evaluator gives {choice, reason}. Add them, or leave the schema out: Heddle has one.',
    ],
  ],
  [
    'a result is told with what was meant in it',
    {
      a: task({ outputSchema: closed }),
      b: reads('{{a.output.titel}} {{a.output.titel}} and {{a.title}} {{a.output.parts.text}} {{a.output.title.x}}', {
        dependsOn: ['a'],
      }),
      c: reads('{{a.output["titel"]}}', { dependsOn: ['a'] }),
      d: reads('x', {
        dependsOn: ['a'],
        condition: 'tasks.a.output["titel"] == "x" && tasks.a.output.parts[1].txet == ""',
      }),
      e: reads('x', { dependsOn: ['a'], condition: 'has(tasks.a.output.titel) && tasks.a.output.titel == "x"' }),
      f: reads('{{a.output.zzz}}', { dependsOn: ['a'] }),
      g: reads('x', { inputs: { x: { from: 'a.output.titel' } }, dependsOn: ['a'] }),
      h: reads('x', { dependsOn: ['a'], condition: 'tasks.a.output.open.x == 1' }),
    },
    [
      '“a.output” has no field “titel”. Did you mean a.output.title? → {{a.output.title}} {{a.output.title}} and {{a.title}} {{a.output.parts.text}} {{a.output.title.x}}',
      '“a” has no field “title”. Did you mean a.output.title? → {{a.output.titel}} {{a.output.titel}} and {{a.output.title}} {{a.output.parts.text}} {{a.output.title.x}}',
      '“a.output.parts” is a list, so “text” is not a field of it. Did you mean a.output.parts[0].text? → {{a.output.titel}} {{a.output.titel}} and {{a.title}} {{a.output.parts[0].text}} {{a.output.title.x}}',
      '“a.output.title” is a single value, so there is no “x” in it.',
      '“a.output” has no field “titel”. Did you mean a.output.title? → {{a.output.title}}',
      '“tasks.a.output” has no field “titel”. Did you mean tasks.a.output.title? → tasks.a.output.title == "x" && tasks.a.output.parts[1].txet == ""',
      '“tasks.a.output.parts[1]” has no field “txet”. Did you mean tasks.a.output.parts[1].text? → tasks.a.output["titel"] == "x" && tasks.a.output.parts[1].text == ""',
      '“a.output” has no field “zzz”.',
      '“a.output” has no field “titel”. Did you mean a.output.title? → a.output.title',
      'The schema of “tasks.a.output.open” does not name a field “x”, so it may be missing in the run.',
    ],
  ],
];

for (const [name, tasks, told, settings] of rows) {
  it(name, () => expect(toldOf(tasks, settings)).toEqual(told));
}
