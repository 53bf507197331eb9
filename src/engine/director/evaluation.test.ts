import { describe, expect, it } from 'vitest';
import type { PlannedTask } from '@/plan/plan';
import { createScope, findInScope, type ResultRecord } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import {
  createDraftInput,
  createDraftInputWithScript,
  createEvaluationScope,
  formatCriteria,
  listJudgedNames,
  parseVerdict,
  requestInput,
} from './evaluation';
import { addSlotNames } from './with-slots';

const value = (environment: Frame['environment'], name: string) => {
  const binding = findInScope(environment, name);
  return binding?.kind === 'value' ? binding.value : undefined;
};
const record = (content: string, notes: object = {}) => ({ content, notes }) as unknown as ResultRecord;

describe('what an evaluator is told', () => {
  it('is the draft, with what a script printed about it, or with the result of another task', () => {
    const notes = { stdout: 'out', stderr: 'err', exit_code: 3 };
    expect(createDraftInputWithScript('d', record('printed', notes))).toEqual({
      target_content: 'd',
      stdout: 'out',
      stderr: 'err',
      exit_code: 3,
    });
    expect(createDraftInputWithScript('d', record('printed'))).toEqual({
      target_content: 'd',
      stdout: 'printed',
      stderr: '',
      exit_code: 0,
    });
    expect(createDraftInput('d')).toEqual({ target_content: 'd', stdout: null, stderr: null, exit_code: null });
  });

  it('has the names of what there is, each also under the name of its input', () => {
    const input = createDraftInputWithScript('d', record('', { stdout: '', stderr: null, exit_code: 0 }));
    const names = ['target_content', 'stdout', 'stderr', 'exit_code'];
    expect(listJudgedNames(input, undefined)).toEqual(names.map((name) => [name]));
    expect(listJudgedNames(createDraftInput('d'), 'check')).toEqual([['target_content', 'check']]);
  });

  it('is what the director asks for, criteria as one text, null what it did not ask for', () => {
    expect(formatCriteria(['a', 'b'])).toBe('a, b');
    expect(formatCriteria('a')).toBe('a');
    expect(requestInput({ type: 'review', criteria: ['a', 'b'] } as never)).toEqual({ criteria: 'a, b' });
    expect(requestInput({ type: 'review', criteria: 'a', target: 't' } as never)).toEqual({
      criteria: 'a',
      target: 't',
    });
    const outer = createScope('variables', { target: 'outer', other: 1 });
    const scope = createEvaluationScope({ stdout: 'x' }, outer);
    expect(['criteria', 'target', 'stdout', 'other'].map((name) => value(scope, name))).toEqual([
      null,
      'outer',
      'x',
      1,
    ]);
    expect(value(createEvaluationScope({ target: 'own' }, outer), 'target')).toBe('own');
  });
});

it('a verdict says yes or no, with feedback if that is a text', () => {
  expect(parseVerdict({ success: true })).toEqual({ success: true, feedback: null });
  expect(parseVerdict({ success: false, feedback: 'no' })).toEqual({ success: false, feedback: 'no' });
  expect(parseVerdict({ success: false, feedback: 7 })).toEqual({ success: false, feedback: null });
  for (const other of [{ success: 'yes' }, {}, null, 'text', [true]]) {
    expect(() => parseVerdict(other)).toThrow(
      expect.objectContaining({
        ...{ code: 'INVALID_OUTPUT', retryable: true },
        details: { violations: ['/success: must be true or false.'] },
      }),
    );
  }
});

describe('the names of a director or an evaluator', () => {
  const frameOf = (names: object, before?: ResultRecord) =>
    ({
      environment: createScope('variables', names as never),
      givenNames: [['outer']],
      previous: () => before,
    }) as unknown as Frame;
  const taskOf = (subtype: string, more: object = {}) =>
    ({ subtype, outputSlot: 'slot', tellsSlots: true, ...more }) as unknown as PlannedTask;
  const told = (frame: Frame) => frame.givenNames.slice(1);

  it('are for a director the verdict before it, told only if there is one', () => {
    const director = taskOf('director');
    const none = addSlotNames(director, frameOf({}));
    expect([value(none.environment, 'slot'), told(none)]).toEqual([null, []]);
    const one = addSlotNames(director, frameOf({ slot: 'no' }));
    expect([value(one.environment, 'slot'), told(one)]).toEqual(['no', [['slot']]]);
    expect(told(addSlotNames(director, frameOf({ slot: null })))).toEqual([]);
    expect(told(addSlotNames(taskOf('director', { tellsSlots: false }), frameOf({ slot: 'no' })))).toEqual([]);
    expect(one.givenNames[0]).toEqual(['outer']);
  });

  it('are for an evaluator what came before it, in names that nothing around it has', () => {
    const evaluator = taskOf('evaluator', { inputSource: 'check' });
    const before = record('draft', { stdout: 'out', exit_code: 1 });
    const frame = addSlotNames(evaluator, frameOf({ stderr: 'mine' }, before));
    const names = ['target_content', 'stdout', 'stderr', 'exit_code', 'slot'];
    expect(names.map((name) => value(frame.environment, name))).toEqual(['draft', 'out', 'mine', 1, null]);
    expect(value(frame.environment, 'check')).toMatchObject({ target_content: 'draft', stdout: 'out' });
    expect(told(frame)).toEqual(names.slice(0, 4).map((name) => [name, 'check']));
    const model = addSlotNames(taskOf('evaluator'), frameOf({}, record('draft')));
    expect([value(model.environment, 'target_content'), value(model.environment, 'stdout')]).toEqual(['draft', null]);
    expect(told(model)).toEqual([['target_content']]);
    expect(findInScope(model.environment, 'check')).toBeUndefined();
    const first = addSlotNames(evaluator, frameOf({}));
    expect([value(first.environment, 'target_content'), told(first)]).toEqual(['', []]);
    expect(told(addSlotNames(evaluator, frameOf({ target_content: 'of the loop' }, before)))).toEqual([]);
    expect(told(addSlotNames(taskOf('evaluator', { tellsSlots: false }), frameOf({}, before)))).toEqual([]);
  });

  it('are for any other task those that it had', () => {
    const frame = frameOf({});
    expect(addSlotNames(taskOf('other'), frame)).toBe(frame);
  });
});
