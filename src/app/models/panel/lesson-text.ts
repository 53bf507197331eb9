/** What a refusal taught, as the rest of a sentence that begins with the name of the model. */
export function formatLesson({ parameter, instead }: { readonly parameter: string; readonly instead: string }): string {
  return instead === 'left out' ? `refuses ${parameter}, which is left out.` : `takes ${parameter} ${instead}.`;
}
