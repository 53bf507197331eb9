import { RE2JS } from 're2js';
import { isJsonObject, type Json } from '@/base/json';
import { builtinToolNames } from '../builtin-names';
import { listDeclaredTools } from '../declared-tools';
import type { DocumentPath } from '../diagnostic';
import { isJudgedType, parseExpectationType } from '../expectation-types';
import { parseExpectedTask } from '../expected-task';
import { checkExpression } from '../expressions/cel';
import { locateTask } from '../task-path';
import type { Task } from '../tasks';
import { findNamedServer } from '../tasks/server-tools';
import type { Expectation, TestDefaults } from '../test-case-schema';
import { findTestFile, getOwnTests } from '../test-files';
import { walkTasks } from '../walk-tasks';
import { checkProvider } from './check-models';
import type { Checking } from './checking';
import { reportSchemaProblem } from './report-schema-problem';

/** The names that an expression of a test may use. */
const testExpressionNames = ['output', 'content', 'status', 'tasks', 'row', 'variables'] as const;

/** Checks the tests of a document: whether the tasks and tools they name exist, and whether they can be checked. */
export function checkTests(checking: Checking): void {
  const { tests, testDefaults } = checking.document;
  if (typeof tests === 'string') checkFileName(checking, tests, ['tests']);
  if (testDefaults !== undefined) checkTest(checking, testDefaults, undefined, ['test_defaults']);
  for (const [id, test] of Object.entries(getOwnTests(checking.document))) {
    const path = ['tests', id];
    checkTest(checking, test, testDefaults, path);
    if (test.target !== undefined) reportNoTask(checking, test.target, [...path, 'target']);
    if (test.rows !== undefined) checkFileName(checking, test.rows, [...path, 'rows']);
    if (test.recording !== undefined) checkFileName(checking, test.recording, [...path, 'recording']);
    if (test.tools === 'recorded' && test.recording === undefined) {
      checking.report('HED310', [...path, 'tools'], 'The test has no recording. Write recording: file:///FILE.jsonl.');
    }
  }
}

function checkTest(
  checking: Checking,
  { mock, expect = [], judge }: TestDefaults,
  defaults: TestDefaults | undefined,
  path: DocumentPath,
): void {
  for (const taskPath of Object.keys(mock?.outputs ?? {}))
    reportNoTask(checking, taskPath, [...path, 'mock', 'outputs', taskPath]);
  for (const [name, answers] of Object.entries(mock?.tools ?? {})) {
    const at = [...path, 'mock', 'tools', name];
    reportNoTool(checking, name, at);
    const problem = findMockProblem(answers);
    if (problem !== undefined) checking.report('HED332', at, `${problem} Write [{ args: …, output: … }].`);
  }
  if (judge?.votes !== undefined && judge.votes % 2 === 0) reportEvenVotes(checking, [...path, 'judge', 'votes']);
  if (judge?.model !== undefined) checkProvider(checking, judge.model, [...path, 'judge', 'model']);
  for (const [index, one] of expect.entries()) {
    checkExpectation(checking, one, [...path, 'expect', index]);
    if (!isJudgedType(one.type) || one.type === 'select-best') continue;
    checkJudge(checking, one, one.judge?.model ?? judge?.model ?? defaults?.judge?.model, [...path, 'expect', index]);
  }
}

/** Reports a judge that is not named, or that is the model that it judges. */
function checkJudge(checking: Checking, { type, task }: Expectation, judge: string | undefined, path: DocumentPath) {
  // What test_defaults expect may be judged by the model that a test names.
  if (judge === undefined && path[0] === 'test_defaults') return;
  if (judge === undefined) {
    const message = `“${type}” is judged by a model, and none is named. Write judge: { model: … } here or in test_defaults.`;
    checking.report('HED208', path, message);
    return;
  }
  const located =
    task === undefined ? undefined : locateTask(checking.document, parseExpectedTask(task)?.taskPath ?? '');
  const judged = located === undefined ? checking.document.defaultModel : findModel(checking, located.task);
  if (judged !== judge) return;
  checking.report('HED531', path, `${judge} judges what it wrote itself, and may be too kind. Name another model.`);
}

function findModel({ document }: Checking, { model, agent }: Task): string | undefined {
  const named = typeof agent === 'string' ? document.agents?.[agent] : agent;
  return model ?? named?.model ?? document.defaultModel;
}

function reportEvenVotes(checking: Checking, path: DocumentPath): void {
  checking.report('HED203', path, 'An even number of votes can be a tie. Write an odd one.');
}

function checkExpectation(checking: Checking, one: Expectation, path: DocumentPath): void {
  const { type, task, judge } = one;
  if (judge?.votes !== undefined && judge.votes % 2 === 0) reportEvenVotes(checking, [...path, 'judge', 'votes']);
  if (judge?.model !== undefined) checkProvider(checking, judge.model, [...path, 'judge', 'model']);
  if (task !== undefined) {
    const parsed = parseExpectedTask(task);
    if (parsed === undefined) {
      checking.report('HED332', [...path, 'task'], `“${task}”: after the @ stands a number from 1, or all.`);
    } else reportNoTask(checking, parsed.taskPath, [...path, 'task']);
  }
  const problem = findExpectationProblem(one);
  if (problem !== undefined) {
    const { plain } = parseExpectationType(type);
    const at = one.value === undefined || isLimit(plain) ? path : [...path, 'value'];
    checking.report('HED332', at, problem);
  }
  const { plain } = parseExpectationType(type);
  if (plain === 'is-json' || plain === 'contains-json') reportSchemaProblem(checking, one.value, [...path, 'value']);
}

const isLimit = (plain: string): boolean => plain === 'cost' || plain === 'latency' || plain === 'tokens';

/** Why an expectation can never be checked, in a sentence; undefined: it can. */
export function findExpectationProblem({ type, value, threshold, task }: Expectation): string | undefined {
  const { plain } = parseExpectationType(type);
  if (isLimit(plain)) {
    return threshold === undefined ? `“${type}” needs a threshold: the most that it may be.` : undefined;
  }
  const fields = value !== undefined && isJsonObject(value) ? value : undefined;
  const isText = typeof value === 'string' && value !== '';
  switch (plain) {
    case 'equals':
      return value === undefined ? '“equals” needs a value.' : undefined;
    case 'contains':
    case 'icontains':
    case 'starts-with':
    case 'istarts-with':
      return typeof value === 'string' || typeof value === 'number'
        ? undefined
        : `“${type}” needs a text as its value.`;
    case 'contains-all':
    case 'icontains-all':
    case 'contains-any':
    case 'icontains-any':
      return Array.isArray(value) || isText ? undefined : `“${type}” needs a list of texts as its value.`;
    case 'regex':
      return isText ? findPatternProblem(value) : '“regex” needs a pattern as its value.';
    case 'cel': {
      if (!isText) return '“cel” needs an expression as its value.';
      const checked = checkExpression(value, testExpressionNames);
      return checked.ok ? undefined : `The expression is not valid: ${checked.error.message}`;
    }
    case 'javascript':
    case 'python':
    case 'llm-rubric':
    case 'factuality':
    case 'model-graded-closedqa':
    case 'g-eval':
    case 'trajectory:goal-success':
      return isText ? undefined : `“${type}” needs a text as its value.`;
    case 'select-best':
      return '“select-best” chooses among variants, which Heddle does not compare yet. Write llm-rubric.';
    case 'trajectory:tool-used':
      return isText || typeof fields?.['name'] === 'string' ? undefined : `“${type}” needs the name of a tool.`;
    case 'trajectory:tool-args-match':
      return typeof fields?.['name'] === 'string' && fields['args'] !== undefined
        ? undefined
        : `“${type}” needs { name, args }.`;
    case 'trajectory:tool-sequence':
      return Array.isArray(fields?.['steps']) || Array.isArray(value) ? undefined : `“${type}” needs { steps: […] }.`;
    case 'trajectory:tool-output':
      return typeof fields?.['name'] === 'string' ? undefined : `“${type}” needs { name, contains }.`;
    case 'trajectory:step-status':
      return typeof fields?.['status'] === 'string'
        ? undefined
        : `“${type}” needs { task, status } or { tool, status }.`;
    case 'trajectory:step-count':
      return fields === undefined ? `“${type}” needs { min, max }.` : undefined;
    case 'rounds':
      if (task === undefined) return '“rounds” needs a task: that of the loop or the director.';
      return fields === undefined ? '“rounds” needs { min, max }.' : undefined;
    case 'status':
      return isText ? undefined : '“status” needs a status, such as COMPLETE, or the code of an error.';
    default:
      return undefined;
  }
}

function findPatternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return `The pattern is not one of RE2 (github.com/google/re2/wiki/Syntax): ${reason}.`;
  }
}

/** Why the mock of a tool cannot answer; undefined: it can. */
function findMockProblem(answers: Json): string | undefined {
  if (!Array.isArray(answers)) return 'A list of answers is expected.';
  for (const answer of answers as readonly Json[]) {
    const isAnswer = isJsonObject(answer) && (answer['output'] !== undefined) !== (answer['error'] !== undefined);
    if (!isAnswer) return 'Each answer has an output, or an error.';
    const unknown = Object.keys(answer).find((key) => !['args', 'output', 'error'].includes(key));
    if (unknown !== undefined) return `An answer has no field “${unknown}”.`;
  }
  return undefined;
}

function reportNoTask(checking: Checking, taskPath: string, path: DocumentPath): void {
  if (locateTask(checking.document, taskPath) !== undefined) return;
  const listPaths = () => [...walkTasks(checking.document)].map((walked) => walked.taskPath);
  // A key of a map is no text that a fix could replace.
  if (path.at(-2) === 'outputs') {
    const guess = checking.guess(taskPath, listPaths);
    const advice = guess === undefined ? '' : ` Did you mean ${guess}?`;
    checking.report('HED331', path, `No task “${taskPath}”.${advice}`);
  } else checking.reportUnknown('HED331', path, `No task “${taskPath}”.`, taskPath, listPaths);
}

function reportNoTool(checking: Checking, name: string, path: DocumentPath): void {
  const { document } = checking;
  const declared = listDeclaredTools(document);
  // What the tools of a server are called is known only in a run.
  const isOfServer = declared.some((one) => one.tool.mcp !== undefined && name.startsWith(`${one.name}.`));
  const names = new Set<string>([...declared.map((one) => one.name), ...builtinToolNames]);
  const isOpen = [...walkTasks(document)].some(({ task }) =>
    (task.tools ?? []).some((tool) => typeof tool === 'string' && findNamedServer(tool) !== undefined),
  );
  if (names.has(name) || isOfServer || isOpen) return;
  const guess = checking.guess(name, () => names);
  const advice = guess === undefined ? '' : ` Did you mean ${guess}?`;
  checking.report('HED311', path, `No tool “${name}” that could be mocked.${advice}`);
}

/** Reports a file that is not one of the workflow's: nothing is read from elsewhere. */
function checkFileName(checking: Checking, name: string, path: DocumentPath): void {
  if (findTestFile(name) !== undefined) return;
  checking.report('HED321', path, `“${name}” is not a file of the workflow. Write file:///PATH, from its folder.`);
}
