import { cutToStart } from '@/base/start-of';
/** The parts of a prompt that a reply can write about. */
export interface PromptGist {
  /** The subject of the request, to follow "On" or "about": `the incident report about database migrations`. */
  readonly subject: string;
  /** Other things in the instructions: `the next reader`, `Loomkit`. May be empty. */
  readonly topics: readonly string[];
  /** Lists in the prompt, as JSON or bullets, each with its label if it has one. */
  readonly lists: readonly { readonly label: string | undefined; readonly items: readonly string[] }[];
  /** The requested number of sentences; undefined if none is given. */
  readonly sentences: number | undefined;
}

const limits = { subject: 9, topic: 3, items: 6, itemLength: 100, valueLength: 120 } as const;
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** Words that end a phrase: what follows says how, why or what for. */
const phraseEnds = new Set(
  `again alone and are as be because before but by can could did do does for from had has have if in into is it makes
  make may might must need needs nor not or shall should so than that then these this those to together under until
  using was were which while who whom whose why will with without would how what when where`.split(/\s+/),
);
const particles = /^(?:(?:about|at|down|for|me|of|on|out|over|up|us)\s+)+/i;
const questionWords =
  /^(?:are|can|could|did|do|does|how|is|may|should|was|were|what|when|where|which|who|why|will|would)\b/i;
const subjectPattern = /^(?:question|subject|topic)$/i;
const pronouns = /^(?:all|it|me|that|them|these|this|those|us|you)$/i;

/** Reads what a prompt is about from its structure alone: instructions begin with a verb, things follow articles. */
export function readPrompt(prompt: string): PromptGist {
  const task = prompt.split(/^=== END CONTEXT .*$/m).at(-1) ?? '';
  const parts = splitLabelled(task.replace(/^<inputs>.*?^<\/inputs>$/ms, '').trim());
  const own = parts.filter(({ label }) => label === undefined).map(({ text }) => text.split(/\n\s*\n/)[0] ?? '');
  const named = parts.filter(({ label }) => subjectPattern.test(label ?? '')).map(({ text }) => text);
  const instructions = [...named, ...own].filter((text) => text.length <= limits.valueLength || own.includes(text));
  const sentences = instructions
    .flatMap((text) => text.split(/[.!?:,;](?=\s|$)|\n/))
    .map((sentence) => sentence.trim());
  const asked = /\b(one|two|three|four|five|six|[1-6]) sentences?\b/i.exec(own.join('\n'))?.[1]?.toLowerCase();
  return {
    subject: sentences.map(findSubject).find((subject) => subject !== undefined) ?? 'the question',
    topics: [...new Set(sentences.flatMap(findTopics))],
    lists: parts.map(({ label, text }) => ({ label, items: listItems(text) })).filter(({ items }) => items.length > 0),
    sentences: asked === undefined ? undefined : numbers.includes(asked) ? numbers.indexOf(asked) : Number(asked),
  };
}

/**
 * Splits a text where a line begins with a label: `Fixes: …`. The first part is the instruction, with or without a
 * colon.
 */
function splitLabelled(text: string): { label: string | undefined; text: string }[] {
  return text.split(/(?<=\n)(?=\p{Lu}[\p{L} ,'-]{1,40}:\s)/u).map((part, index) => {
    const label = /^(\p{Lu}[\p{L} ,'-]{1,40}):\s/u.exec(part)?.[1];
    if (label === undefined || (index === 0 && !subjectPattern.test(label)))
      return { label: undefined, text: part.trim() };
    return { label, text: part.slice(label.length + 1).trim() };
  });
}

/** The object of an instruction, or the first thing in a question. */
function findSubject(sentence: string): string | undefined {
  const [verb = '', ...rest] = sentence.split(/\s+/);
  if (questionWords.test(verb)) return findTopics(sentence)[0];
  const object = rest.join(' ').replace(particles, '');
  const phrase = questionWords.test(object)
    ? object.split(' ').slice(0, limits.subject).join(' ')
    : cutPhrase(object, limits.subject);
  return phrase === '' || pronouns.test(phrase) || /[[{<"]/.test(phrase) ? undefined : phrase;
}

/** Phrases after a definite article, and names within a sentence. */
function findTopics(sentence: string): string[] {
  const led = [...sentence.matchAll(/\b(our|the|their|your) ([\p{L}][\p{L}\d' -]*)/giu)].flatMap(
    ([, article = '', rest = '']) => {
      const phrase = cutPhrase(rest, limits.topic).split(/ (?:of|on|about)\b/)[0] ?? '';
      return phrase === '' ? [] : [`${article.toLowerCase()} ${phrase}`];
    },
  );
  const names = sentence.match(/(?<=[\p{Ll}\d] )\p{Lu}[\p{L}\d]+(?: \d[\d.]*)?/gu) ?? [];
  return [...led, ...names];
}

/** The words before the first that ends a phrase, at most `words`. */
function cutPhrase(text: string, words: number): string {
  const all = text.split(/\s+/).slice(0, words);
  const end = all.findIndex((word) => phraseEnds.has(word.toLowerCase()));
  return (end < 0 ? all : all.slice(0, end)).join(' ');
}

function listItems(text: string): readonly string[] {
  const bullets = [...text.matchAll(/^\s*[-*] (.+)$/gm)].map(([, line = '']) => line);
  return (bullets.length > 0 ? bullets : listJsonItems(text)).slice(0, limits.items).map(makePlain).filter(Boolean);
}

/** The texts of a JSON list, or the names of its objects. */
function listJsonItems(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
    return Array.isArray(list) ? list.flatMap(readItemName) : [];
  } catch {
    return [];
  }
}

function readItemName(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (typeof item !== 'object' || item === null) return [];
  const texts = new Map(
    Object.entries(item).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const name = ['title', 'name', 'subject', 'text'].map((key) => texts.get(key)).find((value) => value !== undefined);
  return name === undefined ? [] : [name];
}

/**
 * An item as the start of a sentence: without markup, commit type (`feat!:`) and full stop; a bold part replaces the
 * whole.
 */
function makePlain(item: string): string {
  const text = (/^\*\*(.+?)\*\*/.exec(item)?.[1] ?? item)
    .replace(/^[a-z]+(?:\([^)]*\))?!?: /, '')
    .replace(/[.\s]+$/, '')
    .trim();
  const cut = text.length > limits.itemLength ? `${cutToStart(text, limits.itemLength).replace(/\s+\S*$/, '')}…` : text;
  return /^\w+\(/.test(cut) ? cut : cut.charAt(0).toUpperCase() + cut.slice(1);
}
