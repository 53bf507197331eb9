/** What a model is told of a reply that cannot be used. `violations`: what is wrong with it. */
export function repairText(violations: readonly string[]): string {
  const wrong = violations.map((violation) => `- ${violation}`).join('\n');
  return `Your reply cannot be used:\n${wrong}\n\nReply again with the whole corrected output and nothing else.`;
}
