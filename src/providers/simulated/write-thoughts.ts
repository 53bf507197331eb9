import type { Dice } from '@/base/dice';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import { readPrompt } from './read-prompt';

const openings = [
  'First I look at what is asked: {subject}.',
  'The question is about {subject}, so I begin there.',
  'I read the request again: {subject}.',
];
const steps = [
  'What is certain comes first, and what is a guess is said to be one.',
  'I weigh which points matter to whoever reads this.',
  'There is more than one way to put it; the shorter one is better.',
  'I check that nothing contradicts what was said before.',
  'An example would help, but only one.',
  'I leave out what does not change the answer.',
  'Now I know how to begin, and what to end with.',
];

/** Sentences by reasoning effort. */
const lengths: { readonly [K in ReasoningEffort]: number } = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 3,
  high: 5,
  xhigh: 6,
  max: 8,
};

/**
 * The thoughts of the simulated model before it answers a prompt: more sentences with more effort; empty for `none`.
 */
export function writeThoughts(prompt: string, effort: ReasoningEffort, dice: Dice): string {
  const opening = dice.pick(openings).replace('{subject}', readPrompt(prompt).subject);
  const order = steps.map((step) => ({ step, place: dice.next() })).sort((one, other) => one.place - other.place);
  return [opening, ...order.map(({ step }) => step)].slice(0, lengths[effort]).join(' ');
}
