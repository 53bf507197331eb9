import type { Dice } from '@/base/dice';
import { type PromptGist, readPrompt } from './read-prompt';

// No verb depends on the inserted text, so that "rivers" fits as well as "the river".
const openings = [
  'On {subject}, a few things can be said with confidence.',
  'Most of what matters about {subject} can be said in a few lines.',
  'This is where things stand on {subject}.',
  'Here is what to know about {subject}, the most important first.',
];
const points = [
  'Begin with {topic}, because the rest builds on that.',
  'Check {topic} against a second source before anything goes out.',
  'For {topic}, one plain example says more than a definition.',
  'Write down what was decided about {topic}, and why.',
  'Have two people look at {topic}, each without the other.',
  'Leave {topic} alone unless someone asks for more.',
  'Try this with {topic} on one small case, and compare.',
  'Say plainly what is not yet known about {topic}.',
];
const remarks = [
  'It is the one that people will notice first.',
  'Nobody has to do anything for it.',
  'It is small, and easy to check.',
  'Whoever relies on it should hear of it early.',
  'The effect shows at once.',
  'Try it on one case before the rest.',
];
const closings = [
  'What remains open can wait until there is more to go by.',
  'The next step is to try this on a small case.',
  'Nothing else stands in the way.',
  'If one thing has to go first, let it be the first of these.',
];
const spareTopics = ['the first draft', 'the open questions', 'the next step'];

/**
 * A short Markdown text with sentences that could be in a real answer. If the prompt contains lists, it comments on
 * their items, under their labels; else it makes points about things that the prompt names. Writes the number of
 * sentences that the prompt asks for.
 */
export function writeProse(prompt: string, dice: Dice): string {
  const gist = readPrompt(prompt);
  const opening = capitalize(dice.pick(openings).replace('{subject}', gist.subject));
  if (gist.sentences !== undefined) {
    return [opening, ...writeNamedFirst(gist.lists), ...writePoints(gist, gist.sentences, dice)]
      .slice(0, gist.sentences)
      .join(' ');
  }
  const middle =
    gist.lists.length > 0 ? goThrough(gist.lists, dice) : writeBullets(writePoints(gist, dice.between(3, 4), dice));
  return [opening, middle, dice.pick(closings)].join('\n\n');
}

function writeNamedFirst(lists: PromptGist['lists']): string[] {
  const items = lists.flatMap((list) => list.items).slice(0, 2);
  return items.length === 0 ? [] : [`Worth naming first: ${items.map((item) => `“${item}”`).join(' and ')}.`];
}

function goThrough(lists: PromptGist['lists'], dice: Dice): string {
  const headed = lists.length > 1;
  return lists
    .map(({ label, items }) => {
      const lines = shuffleValues(remarks, dice);
      const list = writeBullets(items.map((item, index) => [`**${item}.**`, lines[index] ?? ''].join(' ').trim()));
      return headed && label !== undefined ? `## ${label}\n\n${list}` : list;
    })
    .join('\n\n');
}

function writePoints({ topics, subject }: PromptGist, count: number, dice: Dice): string[] {
  const others = topics.filter((topic) => !subject.includes(topic));
  const about = shuffleValues([...others, ...spareTopics].slice(0, Math.max(count, 1)), dice);
  return shuffleValues(points, dice)
    .slice(0, count)
    .map((point, index) => capitalize(point.replace('{topic}', about[index % about.length] ?? subject)));
}

function writeBullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function shuffleValues<T>(values: readonly T[], dice: Dice): T[] {
  return values
    .map((value) => ({ value, place: dice.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
