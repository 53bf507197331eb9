import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultLimits } from '@/plan/limits';
import { readDecomposition } from './read-fragment';

const around = {
  settings: { defaultModel: 'sim:echo' },
  providers: [],
  names: ['text'],
  limits: defaultLimits,
  tools: [],
};
const confines = { speaker: { model: 'sim:echo' }, mayRunScripts: false };

const samples = [
  '<task type="map" id="m"><inputs><input name="a">1</input></inputs><inner_task><description>{{item}} {{text}}</description></inner_task></task>',
  '<task type="reduce" id="r"><items format="json">[1,2]</items><initial_value>0</initial_value><reduction_task><description>{{accumulator}}</description></reduction_task></task>',
  '<task type="cond" id="c"><cases><case test="inputs.text == \'\'"><task><description>x</description></task></case></cases><else><description>y</description></else></task>',
  '<task type="director_evaluator" id="d"><director><description>a</description></director><evaluator><description>b</description></evaluator></task>',
  '<task type="group" id="g"><subtasks><task id="p"><description>x</description></task><task id="q"><depends_on>p</depends_on><description>{{p}}</description></task></subtasks></task>',
  '<task type="sequential" id="s"><loop><type>repeat</type><count>2</count></loop><steps><task><description>{{iteration}}</description></task></steps></task>',
];

it('reads each of what a decomposer may write as it should be', () => {
  expect(samples.map((text) => readDecomposition(text, around, confines).kind)).toEqual(samples.map(() => 'tasks'));
});

it('says where tasks cannot run, and whether it is for want of a model', () => {
  const unnamed = '<task id="x"><description>{{nowhere}}</description></task>';
  expect(readDecomposition(unnamed, around, confines)).toMatchObject({ path: 'tasks.x.description', isOfModel: false });
  const unknown = readDecomposition(samples[3] ?? '', { ...around, settings: {} }, { ...confines, speaker: {} });
  expect(unknown).toMatchObject({ kind: 'unsound', isOfModel: true });
});

it('makes tasks, problems or text of whatever is left of it, and throws nothing', () => {
  const cut = fc.record({
    text: fc.constantFrom(...samples),
    at: fc.nat(200),
    length: fc.nat(30),
    put: fc.constantFrom('', '<', '>', '{{', '</task>', '<task>', '"', '&', '<script>'),
  });
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 3 }), (cuts) => {
      const text = cuts
        .map(({ text: sample, at, length, put }) => sample.slice(0, at) + put + sample.slice(at + length))
        .join(' and ');
      expect(['tasks', 'unsound', 'text']).toContain(readDecomposition(text, around, confines).kind);
    }),
    { numRuns: 400 },
  );
});
