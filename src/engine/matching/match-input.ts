import type { Candidate } from '@/workflow/matching/rank-texts';

/** The input of a match: the text of the task, and its context so far. */
export interface MatchInput {
  readonly query: string;
  /** The outputs of the steps before it. */
  readonly previousOutputs?: string | undefined;
  /** The context of its container. */
  readonly inheritedContext?: string | undefined;
}

/** The parts of the input that hold material. Their passages can be matched too, under `part/N` from 1. */
export const materialParts = ['previous_outputs', 'inherited_context'] as const;
export type MaterialPart = (typeof materialParts)[number];

/** Most passages of a part. The rest of the text is one more passage. */
const maxPassages = 200;

/** The passages of a part, which are separated by blank lines. */
export function splitPassages(input: MatchInput, part: MaterialPart): readonly Candidate[] {
  const text = (part === 'previous_outputs' ? input.previousOutputs : input.inheritedContext) ?? '';
  const passages = text.split(/\n\s*\n/).filter((passage) => passage.trim() !== '');
  const rest = passages.splice(maxPassages).join('\n\n');
  if (rest !== '') passages.push(rest);
  return passages.map((about, index) => ({ id: `${part}/${index + 1}`, about }));
}

/** The input as the matcher sees it: three parts with headings in XML. Empty parts are left out. */
export function matchInputText(input: MatchInput): string {
  const material = materialParts.map((part) => {
    const passages = splitPassages(input, part).map(({ id, about }) => `[${id}] ${about}`);
    return wrapInHeading(part, passages.join('\n\n'));
  });
  return [...material, wrapInHeading('task', input.query)].filter((text) => text !== '').join('\n');
}

/** A text between the tags of a heading, unchanged; an empty text gives nothing. */
export function wrapInHeading(part: string, text: string): string {
  return text === '' ? '' : `<${part}>\n${text}\n</${part}>`;
}
