import { encodeJson } from '@/base/json-text';
import type { StoredQuestion } from '@/host/stored-question';
import type { OpenQuestion, RunState } from '@/run/run-state';
import { removeControls } from '../plain-text';
import { formatQuestion } from './absent-person';
import { formatFieldLine } from './terminal-form';

/** The questions of a run that `heddle answer` can answer. Limits and prices are asked for where the run runs. */
export function openQuestions({ questions }: Pick<RunState, 'questions'>): readonly OpenQuestion[] {
  return [...questions.values()].filter(({ kind }) => kind === 'input' || kind === 'approval' || kind === 'breakpoint');
}

/** A question for a person: who asks, what, and its fields or the arguments of its call. */
export function formatWholeQuestion({ question, text, form, args }: StoredQuestion): string {
  const head = formatQuestion({ path: question.path, text });
  const fields = Object.entries(form).map(([name, field]) => `  ${name}: ${formatFieldLine(name, field)}`);
  const call = question.call === undefined ? [] : [encodeJson(args, 2)];
  return `${removeControls([head, ...fields, ...call].join('\n'))}\n`;
}
