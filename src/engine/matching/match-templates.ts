import type { PlannedCall } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import {
  buildRequestText,
  listTemplates,
  maxTemplates,
  rankTemplates,
  type Template,
  type TemplateRequest,
} from '@/workflow/matching/rank-templates';
import type { RankedText } from '@/workflow/matching/rank-texts';
import type { Attempt } from '../attempt';
import { askMatcher } from './ask-matcher';
import { matchInputText } from './match-input';

/** A query for templates: the request, the library and the matcher. */
export interface TemplateQuery {
  readonly request: TemplateRequest;
  /** Definitions by name. Only those with `criteria` can be matched. */
  readonly library: Readonly<Record<string, Template>>;
  /** The model that matches; left out: local ranking. */
  readonly model?: PlannedCall | undefined;
  /** Journal path below which the model's turns lie. */
  readonly key: JournalPath;
}

/**
 * Finds the best templates of a library for a sentence, a task or an evaluation request: at most five, with scores from
 * 0 to 1, best first. An empty list: nothing fits. The caller chooses one, and records the choice. Errors: those of the
 * model call.
 */
export async function matchTemplates(query: TemplateQuery, attempt: Attempt): Promise<readonly RankedText[]> {
  const { request, library, model, key } = query;
  const candidates = listTemplates(library);
  if (model === undefined || candidates.length === 0) return rankTemplates(request, library);
  await attempt.begin();
  const ranked = await askMatcher(
    {
      call: model,
      key,
      request: matchInputText({ query: buildRequestText(request) }),
      candidates,
      known: new Set(candidates.map(({ id }) => id)),
      maxResults: maxTemplates,
    },
    attempt,
  );
  return ranked.filter(({ score }) => score > 0).slice(0, maxTemplates);
}
