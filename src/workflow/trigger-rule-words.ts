/** When a task with a trigger rule runs, as an aside: `only if a task before it fails`. */
const triggerRuleWords: Readonly<Record<string, string>> = {
  all_done: 'also if a task before it fails',
  one_failed: 'only if a task before it fails',
};

/** The words for the trigger rule of a task; undefined for the default rule. */
export function getTriggerRuleWords({
  triggerRule,
}: {
  readonly triggerRule?: string | undefined;
}): string | undefined {
  return triggerRule && triggerRuleWords[triggerRule];
}
