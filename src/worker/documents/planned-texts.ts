import { defined } from '@/base/defined';
import type { ReadAny } from '@/formats/read-any';
import type { PlannedText } from '@/host/look-at-texts';
import { compileDefinition } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import { findPlannedTask } from '@/plan/planned-at';
import type { TextPlace } from '@/run/filled-text';
import type { KnownModels } from '../models/known-models';

/** Texts with their tasks as they are planned. */
export interface PlannedTexts {
  /** Plans the open text. */
  anew(place: TextPlace): PlannedText;
  /** As it was last planned: while one text is typed, nothing else of its task changes. */
  known(place: TextPlace): PlannedText;
  /** Another workflow is open now. */
  forget(): void;
}

/**
 * Finds the planned task of a text. A workflow with mistakes cannot be planned; then the last plan without one is used,
 * or none.
 */
export function createPlannedTexts(read: () => ReadAny, known: () => KnownModels['providers']): PlannedTexts {
  let plan: Pick<Plan, 'tasks' | 'library' | 'variables' | 'inputs'> | undefined;
  const textAt = (place: TextPlace): PlannedText => {
    const task = plan && place.taskPath !== undefined ? findPlannedTask(plan, place.taskPath) : undefined;
    return { place, ...defined({ task, inputs: plan?.inputs }), variables: plan?.variables ?? {} };
  };
  return {
    anew: (place) => {
      const { document, diagnostics } = read();
      const isSound = document !== undefined && !diagnostics.some(({ severity }) => severity === 'error');
      if (isSound) plan = compileDefinition(document, known());
      return textAt(place);
    },
    known: textAt,
    forget: () => {
      plan = undefined;
    },
  };
}
