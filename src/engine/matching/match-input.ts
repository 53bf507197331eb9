import type { Candidate } from '@/workflow/matching/rank-texts';

/** What a match is made for: the text of the task, and what it already has around it. */
export interface MatchInput {
  readonly query: string;
  /** Of the steps before it. */
  readonly previousOutputs?: string | undefined;
  /** Of the task that holds it. */
  readonly inheritedContext?: string | undefined;
}

/** The headed parts of the input that hold material. Their passages can be matched too, under `part/N` from 1. */
export const materialParts = ['previous_outputs', 'inherited_context'] as const;
export type MaterialPart = (typeof materialParts)[number];

/** Most passages of a part; what comes after them is one more. */
const maxPassages = 200;

/** The passages of a part, which blank lines part. */
export function passagesOf(input: MatchInput, part: MaterialPart): readonly Candidate[] {
  const text = (part === 'previous_outputs' ? input.previousOutputs : input.inheritedContext) ?? '';
  const passages = text.split(/\n\s*\n/).filter((passage) => passage.trim() !== '');
  const rest = passages.splice(maxPassages).join('\n\n');
  if (rest !== '') passages.push(rest);
  return passages.map((about, index) => ({ id: `${part}/${index + 1}`, about }));
}

/** The input as a matcher is told it: three headed parts in XML, those without anything left out. */
export function matchInputText(input: MatchInput): string {
  const material = materialParts.map((part) => {
    const passages = passagesOf(input, part).map(({ id, about }) => `[${id}] ${about}`);
    return headed(part, passages.join('\n\n'));
  });
  return [...material, headed('task', input.query)].filter((text) => text !== '').join('\n');
}

/** A text between the tags of a heading, as it is; nothing for an empty one. */
export function headed(part: string, text: string): string {
  return text === '' ? '' : `<${part}>\n${text}\n</${part}>`;
}
