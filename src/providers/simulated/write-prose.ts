import type { Dice } from './dice';

/** How far back in a prompt topics are looked for: the description stands at its end. */
const topicWindow = 500;

const common = new Set(
  `about above after again also answer before being below between could describe does each every explain from give
  have here into just list make many more most much must name only other output over please return should some such
  task tell than that their them then there these they this those through under until using very want well what when
  where which while whom will with would write your context current inputs instructions json schema`.split(/\s+/),
);

const openings = [
  'The main point of {a} is how it bears on {b}.',
  'Seen from {a}, three things stand out.',
  'In short, {a} comes first, and {b} follows from it.',
  'Starting with {a}, the picture is clear enough to act on.',
];
const points = [
  'Keep {a} small enough to be checked by one person.',
  'Measure {a} before and after, and write both figures down.',
  'Where {a} and {b} disagree, {b} decides.',
  'Most of the effort goes into {a}; the rest is routine.',
  'Nothing in {a} depends on the order in which {b} is done.',
  'Treat {a} as settled until there is evidence against it.',
  'The risk lies in {b}, since few people look at it.',
  'A first version of {a} can do without {b}.',
  'People who know {a} ask for {b} sooner or later.',
  'Say early what {a} does not cover.',
];
const closings = [
  'Taken together, {a} is ready for the next step.',
  'What remains open is {b}, and that can wait.',
  'The next step is to try {a} on a small case.',
  'With this, {a} and {b} can be judged side by side.',
];

/** A short text in Markdown about what the prompt is about, in sentences that could stand in a real answer. */
export function writeProse(prompt: string, dice: Dice): string {
  const topics = topicsOf(prompt);
  const fill = (sentence: string) => {
    const a = dice.pick(topics);
    const others = topics.filter((topic) => topic !== a);
    const b = others.length === 0 ? 'the rest' : dice.pick(others);
    const filled = sentence.replaceAll('{a}', a).replaceAll('{b}', b);
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  };
  const list = shuffled(points, dice).slice(0, dice.between(3, 5));
  return [
    fill(dice.pick(openings)),
    list.map((point) => `- ${fill(point)}`).join('\n'),
    fill(dice.pick(closings)),
  ].join('\n\n');
}

/**
 * What a text is about: its telling words, neighbours together, at most six. The first word of a sentence is as a rule
 * a verb.
 */
function topicsOf(prompt: string): readonly string[] {
  const topics = new Set<string>();
  for (const sentence of prompt.slice(-topicWindow).split(/[.!?:,\n]+/)) {
    const words = sentence.toLowerCase().match(/\p{L}[\p{L}\p{N}-]*/gu) ?? [];
    let phrase: string[] = [];
    for (const word of [...words.slice(1), '']) {
      if (word.length > 3 && !common.has(word)) {
        phrase.push(word);
      } else {
        if (phrase.length > 0) topics.add(phrase.slice(-2).join(' '));
        phrase = [];
      }
    }
  }
  return topics.size === 0 ? ['the question'] : [...topics].slice(-6);
}

function shuffled<T>(values: readonly T[], dice: Dice): T[] {
  return values
    .map((value) => ({ value, place: dice.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
