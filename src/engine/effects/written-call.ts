import { formatModelName } from '@/plan/format-model-name';
import type { PlannedCall } from '@/plan/plan';
import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

type Written = 'fallbacks' | 'fallsBackOnRefusal' | 'cache' | 'reuse';
type WrittenCall = Pick<Task, 'fallbackModels' | 'fallbackOnRefusal' | 'cache' | 'reuse'>;

/**
 * The fields with which a task in the document falls back and is cached like a call of the plan. Fields that only
 * repeat its agent (by name, if it gets one) or the workflow are left out.
 */
export function buildWrittenCall(
  { fallbacks = [], fallsBackOnRefusal, cache: plannedCache, reuse }: Pick<PlannedCall, Written>,
  settings: Pick<DocumentSettings, 'agents' | keyof WrittenCall>,
  agent?: string,
): WrittenCall {
  const isOnRefusal = fallsBackOnRefusal ?? false;
  const cache = plannedCache ?? 'auto';
  const own = (agent === undefined ? undefined : settings.agents?.[agent]) ?? {};
  const listed = own.fallbackModels ?? settings.fallbackModels ?? [];
  const onRefusal = own.fallbackOnRefusal ?? settings.fallbackOnRefusal ?? false;
  const cached = own.cache ?? settings.cache ?? 'auto';
  const names = fallbacks.map(formatModelName);
  const isSame = names.length === listed.length && names.every((name, index) => name === listed[index]);
  return {
    ...(isSame ? {} : { fallbackModels: names }),
    ...(isOnRefusal === onRefusal ? {} : { fallbackOnRefusal: isOnRefusal }),
    ...(cached === cache ? {} : { cache }),
    ...(reuse === undefined || reuse === (own.reuse ?? settings.reuse) ? {} : { reuse }),
  };
}
