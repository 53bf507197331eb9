import type { SeenRequest } from '../../e2e/servers/fault-server';

/**
 * A workflow with a task of every type, whose calls and scripts are distinguished by a mark in their text: `#` and a
 * word. An answer depends only on its request, so that every run has the same result. `asks`: with what needs a person,
 * the form of `asked` and the approval of `sealed`.
 */
export const everyType = (model: string, begin: (mark: string) => string, asks = false): string => `
name: Everything
default_model: "${model}"
max_concurrency: 3
context: { mode: none }
checkpoint: { save_interval: on_step }
memory: { index: { /notes.txt: what looms need } }
tools:
  stamp:
    parameters: { type: object, properties: { mark: { type: string } } }
    script: { content: "${begin('#stamp')}; echo stamped" }
  seal:
    parameters: { type: object, properties: { mark: { type: string } } }
    script: { content: "${begin('#seal')}; echo sealed" }
    approve: true
library:
  polish: { parameters: [{ name: text, type: string }], task: { type: atomic, description: "#polish {{text}}" } }
tasks:
  ask: { description: "#ask How do looms work?", output: ask.md }
  count:
    type: script
    depends_on: [ask]
    loop: { type: repeat, count: 4 }
    script: { content: "${begin('#count-$N')}; echo round $N", env: { N: "{{iteration}}" } }
  each:
    type: map
    depends_on: [count]
    items: [warp, weft, reed, heddle]
    inner_task: { type: atomic, description: "#each-{{item}} Explain {{item}}" }
  fold:
    type: reduce
    depends_on: [each]
    items: { from: each }
    initial_value: start
    reduction_task: { type: atomic, description: "#fold-{{index}} Join {{current_result}} to {{accumulator}}" }
  which:
    type: cond
    depends_on: [fold]
    cases:
      - test: "false"
        task: { type: atomic, description: "#never" }
    else: { type: atomic, description: "#otherwise Go on from {{fold}}" }
  both:
    type: group
    depends_on: [which]
    subtasks:
      left: { description: "#left Say left" }
      right: { description: "#right Say right of {{left}}", depends_on: [left] }
  inorder:
    type: sequential
    depends_on: [both]
    steps:
      - { id: one, type: atomic, description: "#one Begin" }
      - { id: two, type: atomic, description: "#two Go on from {{one}}", output_schema: { type: object, required: [word] } }
  write:
    type: director_evaluator
    mode: static
    depends_on: [inorder]
    max_iterations: 4
    director: { type: atomic, subtype: director, description: "#draft Write a slogan" }
    script: { type: script, script: { content: "${begin('#check')}; cat > /dev/null; echo checked" } }
    evaluator: { type: atomic, subtype: evaluator, description: "#judge Is it good? {{target_content}}" }
  steps:
    type: pipeline
    depends_on: [write]
    plan: { repeat: 40, step: add one }
    state: "0"
    state_template: "#step-{i} Add one to {state}"
    voting: { k: 2, max_retries: 3 }
  called: { type: call, ref: polish, args: { text: "the {{steps}}" }, depends_on: [steps] }
  found: { type: associative_memory, query: looms, depends_on: [called] }
  apart:
    type: reparse
    depends_on: [found]
    failed_task: { error: { type: TASK_FAILURE }, original_prompt: "#apart Do it all" }
  stamped: { type: tool, tool: stamp, args: { mark: "#stamp" }, depends_on: [apart] }
${asks ? askingTasks : ''}
  best:
    description: "#best Choose a word"
    depends_on: [${asks ? 'sealed' : 'stamped'}]
    best_of: { n: 3, evaluator: { type: atomic, description: "#pick Which is best?" } }
  again:
    description: "#again-{{iteration}} After {{last}} of {{state.seen}}"
    depends_on: [best]
    loop:
      type: until
      condition: "content.contains('three') && size(state.seen) == 3"
      max_iterations: 5
      state: { seen: "state.seen + [content]" }
      initial_state: { seen: [] }
    validate: "content != ''"
    output: end.md
`;

const askingTasks = `
  asked:
    type: ask
    message: Go on after {{stamped}}?
    form: { word: { type: choice, options: [go, stop], required: true } }
    depends_on: [stamped]
  sealed: { type: tool, tool: seal, args: { mark: "#seal" }, condition: "tasks.asked.output.word == 'go'", depends_on: [asked] }
`;

/** The mark in the text of a request or an event, with the turn of its conversation; undefined: it has none. */
export function markOf(text: string, turn: number): string | undefined {
  const [mark] = /#[a-z]+(?:-\w+)?/.exec(text) ?? [];
  return mark === undefined ? undefined : `${mark}/${turn}`;
}

/** The messages of a request in one of OpenAI's formats: Responses, or chat completions. */
function messagesOf({ body }: SeenRequest): readonly { readonly role: string; readonly content: unknown }[] {
  return (body['input'] ?? body['messages'] ?? []) as { role: string; content: unknown }[];
}

/** The mark of a request. */
export function markOfRequest(request: SeenRequest): string | undefined {
  const said = messagesOf(request).filter(({ role }) => role === 'assistant').length;
  return markOf(request.prompt, said + 1);
}

/** The model's answer to a request. */
export function answerTo(request: SeenRequest): string {
  const mark = markOfRequest(request) ?? '';
  const [word = '', tail = ''] = mark.slice(1).split('/')[0]?.split('-') ?? [];
  const prompt = request.prompt;
  switch (word) {
    case 'two':
      return mark.endsWith('/1') ? 'no object' : '{"word":"loom"}';
    case 'draft': {
      const round = /"?feedback"?[^\n]*more of (\d)/.exec(prompt)?.[1];
      return `draft ${Number(round ?? 0) + 1}`;
    }
    case 'judge': {
      const round = Number(/draft (\d)/.exec(prompt)?.[1] ?? 0);
      return JSON.stringify({ success: round >= 3, feedback: round >= 3 ? 'good' : `more of ${round}` });
    }
    case 'step': {
      const state = Number(/Add one to (\d+)/.exec(prompt)?.[1] ?? Number.NaN);
      return String(state + 1);
    }
    case 'apart':
      return '<task type="sequential"><steps><task id="part"><description>#part A smaller thing</description></task></steps></task>';
    case 'pick':
      return '{"choice":2,"reason":"short"}';
    case 'again':
      return ['', 'one', 'two', 'three'][Number(tail)] ?? 'three';
    default:
      return `said ${word} ${tail}`.trim();
  }
}
