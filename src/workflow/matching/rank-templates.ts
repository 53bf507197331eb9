import type { Definition } from '../document';
import { type Candidate, type RankedText, rankTexts } from './rank-texts';

/**
 * The request that templates are ranked for: a sentence, the criteria of an evaluation request (also a list), or a
 * task.
 */
export type TemplateRequest =
  | string
  | readonly string[]
  | {
      readonly name?: string | undefined;
      readonly description?: string | undefined;
      readonly criteria?: string | undefined;
    };

/** The fields of a definition that matching reads, as in a document or a plan. */
export type Template = Pick<Definition, 'description' | 'criteria'>;

/** Most templates that a match gives (language page, 5.2). */
export const maxTemplates = 5;

/** The text of a request that is matched. */
export function buildRequestText(request: TemplateRequest): string {
  if (typeof request === 'string') return request;
  const parts = 'length' in request ? request : [request.name, request.description, request.criteria];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/**
 * The definitions of a library that can be matched: those with `criteria`. The others are functions, called by their
 * name.
 */
export function listTemplates(library: Readonly<Record<string, Template>>): readonly Candidate[] {
  return Object.entries(library).flatMap(([id, { description = '', criteria }]) =>
    criteria === undefined ? [] : [{ id, about: buildRequestText(criteria), content: description }],
  );
}

/**
 * The definitions that can be run and fit a sentence, best first, as `heddle match` ranks them: by their names, what
 * they are found by, and their descriptions. The ids are their names.
 */
export function rankDefinitions(
  sentence: string,
  definitions: ReadonlyMap<string, Definition | undefined>,
): readonly RankedText[] {
  const candidates = [...definitions].flatMap(([id, definition]): readonly Candidate[] => {
    if (definition?.task === undefined) return [];
    const { description = '', criteria = '' } = definition;
    return [{ id, about: `${id}\n${buildRequestText(criteria)}`, content: description }];
  });
  return rankTexts(sentence, candidates);
}

/** The best templates for a request by local full-text ranking, at most five, best first. The ids are their names. */
export function rankTemplates(
  request: TemplateRequest,
  library: Readonly<Record<string, Template>>,
): readonly RankedText[] {
  return rankTexts(buildRequestText(request), listTemplates(library)).slice(0, maxTemplates);
}
