import { getBaseEnvironment } from '../expressions/language/base-environment';
import { prepareExpression } from '../expressions/language/prepare';
import { isReference } from '../expressions/reference';
import { parseTemplate } from '../expressions/template';
import { findModelNameProblem } from '../model-name';
import type { FindableText } from './map-findable';

/** What is known of models where a text is checked. */
export interface ModelWorld {
  readonly defaultModel: string | undefined;
  /** Ids of the known providers. */
  readonly providers: readonly string[];
}

/**
 * Why a text must not become another: it would no longer have its form. Undefined: it may. What was not in its form
 * before may stay so. Ids have rules of their own.
 */
export function findReplacementProblem(
  { kind, form, text: before }: FindableText,
  after: string,
  { defaultModel, providers }: ModelWorld,
): string | undefined {
  switch (form) {
    case 'model':
      return after === '' ? 'A model needs a name.' : findModelNameProblem(after, defaultModel, providers);
    case 'expression': {
      const checked = prepareExpression(getBaseEnvironment(), after);
      return checked.ok || !prepareExpression(getBaseEnvironment(), before).ok ? undefined : checked.error.message;
    }
    case 'reference':
      return isReference(after) ? undefined : `“${after}” is not a name that can be read.`;
    case 'template': {
      const parsed = parseTemplate(after);
      return parsed.ok || !parseTemplate(before).ok ? undefined : parsed.error.message;
    }
    case 'id':
    case 'entry':
      return undefined;
    case 'free':
      return kind === 'name' && after.trim() === '' ? 'A name cannot be empty.' : undefined;
  }
}
