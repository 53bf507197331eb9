import { anthropicRules } from './anthropic-rules';
import { anthropicThinkingRules } from './anthropic-thinking-rules';
import { chatRules } from './chat-rules';
import { fieldRules } from './fields';
import { fileRules } from './file-rules';
import { googleRules } from './google-rules';
import { makerToolRules } from './maker-tool-rules';
import { openaiResponsesRules } from './openai-responses-rules';
import { openaiRules } from './openai-rules';
import type { Asked, Memory, Refusal, Rule } from './rule';

/** Every rule, in the order of the checks: keys and models first, then the form, then the content. */
export const rules: readonly Rule[] = [
  ...[...openaiRules, ...anthropicRules, ...googleRules, ...chatRules].filter(({ id }) => isDoor(id)),
  ...fieldRules,
  ...[...openaiRules, ...chatRules, ...openaiResponsesRules].filter(({ id }) => !isDoor(id)),
  ...fileRules,
  ...makerToolRules,
  ...[...anthropicRules, ...anthropicThinkingRules, ...googleRules].filter(({ id }) => !isDoor(id)),
];

/** The first rule that a request breaks; undefined if it breaks none. */
export function brokenRule(
  asked: Asked,
  memory: Memory,
): { readonly rule: Rule; readonly refusal: Refusal } | undefined {
  for (const rule of rules) {
    if (!rule.makers.includes(asked.maker) || !rule.protocols.includes(asked.protocol)) continue;
    if (rule.beyond === true && !asked.strict) continue;
    const refusal = rule.check(asked, memory);
    if (refusal !== undefined) return { rule, refusal };
  }
  return undefined;
}

/** What refuses a request before its content is checked: keys, versions, browsers. */
export function brokenDoor(asked: Asked, memory: Memory): Refusal | undefined {
  return rules
    .filter(({ id, makers }) => makers.includes(asked.maker) && /\.(browser|key|version)$/.test(id))
    .map((rule) => rule.check(asked, memory))
    .find((refusal) => refusal !== undefined);
}

function isDoor(id: string): boolean {
  return /\.(browser|key|version|ended|model)$/.test(id);
}
