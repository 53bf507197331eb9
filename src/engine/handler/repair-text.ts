/** The message that sends an unusable reply back to a model. `violations`: what is wrong with the reply. */
export function repairText(violations: readonly string[]): string {
  const wrong = violations.map((violation) => `- ${violation}`).join('\n');
  return `Your reply cannot be used:\n${wrong}\n\nReply again with the whole corrected output and nothing else.`;
}
