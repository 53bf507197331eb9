import { type TaskType, taskTraits, taskTypes } from '@/workflow/tasks';
import type { TaskFamily } from '@/workflow/tasks/traits';

const families: { readonly [F in TaskFamily]: null } = {
  model: null,
  script: null,
  control: null,
  loop: null,
  library: null,
};

/** All types by family, in the order of the palette. */
export const paletteFamilies: readonly (readonly TaskType[])[] = Object.keys(families).map((family) =>
  taskTypes.filter((type) => taskTraits[type].family === family),
);

/** All types, in the order of the palette. */
export const paletteTypes: readonly TaskType[] = paletteFamilies.flat();

/** The types that the palette has in sight at once: most workflows need no others. */
export const usualTypes: readonly TaskType[] = ['atomic', 'script', 'cond', 'ask', 'map', 'director_evaluator'];

/** All other types, in the order of the palette. */
export const moreTypes: readonly TaskType[] = paletteTypes.filter((type) => !usualTypes.includes(type));

/** The types that a search text finds, by label or by the start of one of the words. */
export function findTypes(text: string): readonly TaskType[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return paletteTypes;
  return paletteTypes.filter((type) => {
    const { label, words } = taskTraits[type];
    return label.toLowerCase().includes(wanted) || words.some((word) => word.startsWith(wanted));
  });
}

/** Whether the type at this index of a list belongs to another family than the one before it. */
export function isFirstOfFamily(types: readonly TaskType[], index: number): boolean {
  const familyAt = (at: number) => types[at] && taskTraits[types[at]].family;
  return familyAt(index) !== familyAt(index - 1);
}
