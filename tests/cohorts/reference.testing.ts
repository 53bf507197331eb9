import { hashText } from '@/base/hash';

/** A task of a random workflow: a chain, in which each reads the mail, and may read the result before it. */
export interface ChainTask {
  readonly id: string;
  /** Words of its prompt; tasks with the same words ask the same. */
  readonly words: string;
  readonly readsBefore: boolean;
}

/** An expectation of a random test: whether the result of a task has a text, or what a judge thinks of it. */
export interface ChainExpectation {
  readonly type: 'contains' | 'not-contains' | 'llm-rubric';
  readonly task: string;
  readonly value: string;
}

/** A test of a random workflow. */
export interface ChainTest {
  readonly id: string;
  readonly mail: string;
  readonly repeat: number;
  readonly passRate: number;
  readonly mocked: string | undefined;
  readonly expect: readonly ChainExpectation[];
}

/** A random workflow with its tests. */
export interface ChainFlow {
  readonly tasks: readonly ChainTask[];
  readonly tests: readonly ChainTest[];
}

/** Which repeat of which test runs. */
export interface Sample {
  readonly test: ChainTest;
  readonly repeat: number;
}

/** The workflow as a file. */
export function writeFlow({ tasks, tests }: ChainFlow): string {
  const lines = tasks.map(({ id, ...task }, index) => {
    const before = tasks[index - 1]?.id;
    const needs = before === undefined ? '' : `, depends_on: [${before}]`;
    return `  ${id}: { inject_context: false, description: "${fillPrompt(task, '{{mail}}', `{{${before}}}`)}"${needs} }`;
  });
  const cases = tests.map(({ id, mail, repeat, passRate, mocked, expect }) => {
    const mock = mocked === undefined ? '' : `, mock: { outputs: { ${mocked}: mocked } }`;
    const judge = ', judge: { model: "openai:gpt-6-luna" }';
    const items = expect.map(
      ({ type, task, value }) =>
        `{ type: ${type}, task: ${task}, value: ${value}${type === 'llm-rubric' ? judge : ''} }`,
    );
    return `  ${id}: { inputs: { mail: ${mail} }, repeat: ${repeat}, pass_rate: ${passRate}${mock}, expect: [${items.join(', ')}] }`;
  });
  return `default_model: openai:gpt-6-sol
variables: { mail: Hello }
tasks:
${lines.join('\n')}
tests:
${cases.join('\n')}
`;
}

const fillPrompt = ({ words, readsBefore }: Omit<ChainTask, 'id'>, mail: string, before: string) =>
  `${words} ${mail}${readsBefore ? ` after ${before}` : ''}`;

/** What is asked anew. */
export interface AskedAnew {
  readonly task: string;
  /** Where a cohort goes on: the answers of before it, which alone are not taken. Left out: none is taken. */
  readonly old?: ReadonlySet<string>;
}

/** What became of a sample, by the reference. */
interface ReferenceRun {
  readonly outputs: ReadonlyMap<string, string>;
  /** Prompts that were asked, in order; with nothing to ask with, the first that would be. */
  readonly asked: readonly string[];
}

/**
 * The slow reference: what is kept is a map from a repeat, a place among equal prompts, and a prompt, to an answer.
 * Nothing is hashed, stored or looked up in a log.
 */
export class ReferenceTests {
  readonly answers: Map<string, string>;
  /** Names of the questions to judges that are answered. */
  readonly judged: Set<string>;

  constructor(other?: ReferenceTests) {
    this.answers = new Map(other?.answers);
    this.judged = new Set(other?.judged);
  }

  /** The questions to the judge about a run that came to its end, without those that are answered; both by name. */
  listQuestions(test: ChainTest, outputs: ReadonlyMap<string, string>): { all: string[]; open: string[] } {
    const places = new Map<string, number>();
    const all = test.expect.flatMap((one) => {
      if (one.type !== 'llm-rubric') return [];
      const question = nameQuestion(one.value, test.mail, outputs.get(one.task) ?? '');
      const place = (places.get(question) ?? 0) + 1;
      places.set(question, place);
      return [`${place}|${question}`];
    });
    return { all, open: all.filter((name) => !this.judged.has(name)) };
  }

  /** Runs a sample. `ask`: gives answers; left out: the first prompt without an answer ends it. */
  run(
    { tasks }: ChainFlow,
    { test, repeat }: Sample,
    anew?: AskedAnew,
    ask?: (prompt: string) => string,
  ): ReferenceRun {
    const outputs = new Map<string, string>();
    const asked: string[] = [];
    const places = new Map<string, number>();
    let before = '';
    for (const { id, ...task } of tasks) {
      if (id === test.mocked) {
        before = 'mocked';
        outputs.set(id, before);
        continue;
      }
      const prompt = fillPrompt(task, test.mail, before);
      const place = (places.get(prompt) ?? 0) + 1;
      places.set(prompt, place);
      const key = nameAnswer(repeat, place, prompt);
      let answer = this.answers.get(key);
      if (id === anew?.task && answer !== undefined && anew.old?.has(answer) !== false) answer = undefined;
      if (answer === undefined) {
        asked.push(prompt);
        if (ask === undefined) return { outputs, asked };
        answer = ask(prompt);
        this.answers.set(key, answer);
      }
      outputs.set(id, answer);
      before = answer;
    }
    return { outputs, asked };
  }
}

/** The name of an answer in the reference. */
export const nameAnswer = (repeat: number, place: number, prompt: string): string => `${repeat}|${place}|${prompt}`;

/** What a judge is asked: what must hold, what the run was given, and what it gave. */
export const nameQuestion = (rubric: string, mail: string, content: string): string => `${rubric}|${mail}|${content}`;

/** The score that the judge of the tests gives. */
export const scoreQuestion = (question: string): number => (hashText(question) < '8' ? 0.9 : 0.1);

/** What becomes of a sample whose run came to its end. `open`: names of the questions that no judge answered. */
export function decide(
  { expect, mail }: ChainTest,
  outputs: ReadonlyMap<string, string>,
  open: ReadonlySet<string>,
): 'passed' | 'failed' | 'held' {
  const places = new Map<string, number>();
  const states = expect.map(({ type, task, value }) => {
    const content = outputs.get(task) ?? '';
    if (type !== 'llm-rubric') return content.includes(value) === (type === 'contains') ? 'passed' : 'failed';
    const question = nameQuestion(value, mail, content);
    const place = (places.get(question) ?? 0) + 1;
    places.set(question, place);
    if (open.has(`${place}|${question}`)) return 'held';
    return scoreQuestion(question) >= 0.5 ? 'passed' : 'failed';
  });
  return states.includes('failed') ? 'failed' : states.includes('held') ? 'held' : 'passed';
}
