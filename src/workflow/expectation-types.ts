/** Types that can be turned round by `not-` before them. */
const plainTypes = [
  'equals',
  'contains',
  'icontains',
  'contains-all',
  'icontains-all',
  'contains-any',
  'icontains-any',
  'starts-with',
  'istarts-with',
  'regex',
  'is-json',
  'contains-json',
  'cel',
  'javascript',
  'python',
  'llm-rubric',
  'factuality',
  'model-graded-closedqa',
  'g-eval',
  'trajectory:goal-success',
  'trajectory:tool-used',
  'trajectory:step-count',
  'trajectory:tool-args-match',
  'trajectory:tool-sequence',
  'trajectory:tool-output',
  'trajectory:step-status',
  'rounds',
  'status',
] as const;

/** Types that compare with a limit, or with other variants, and cannot be turned round. */
const boundTypes = ['select-best', 'cost', 'latency', 'tokens'] as const;

type PlainType = (typeof plainTypes)[number];

/**
 * Every type of an expectation, as a file names it. The names are those of promptfoo
 * (promptfoo.dev/docs/configuration/expected-outputs).
 */
export const expectationTypes = [
  ...plainTypes,
  ...boundTypes,
  ...plainTypes.map((type): `not-${PlainType}` => `not-${type}`),
] as const;

/** Types that a model decides. */
const judgedTypes: ReadonlySet<string> = new Set<PlainType | 'select-best'>([
  'llm-rubric',
  'factuality',
  'model-graded-closedqa',
  'g-eval',
  'trajectory:goal-success',
  'select-best',
]);

/** An expectation's type without `not-`, and whether it is turned round. */
export function parseExpectationType(type: string): { readonly plain: string; readonly isNegated: boolean } {
  return type.startsWith('not-') ? { plain: type.slice(4), isNegated: true } : { plain: type, isNegated: false };
}

/** Whether a model decides an expectation of this type. */
export function isJudgedType(type: string): boolean {
  return judgedTypes.has(parseExpectationType(type).plain);
}
