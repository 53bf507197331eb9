import { anthropicModel, blocksOf } from './anthropic-rules';
import { bindingBeta } from './fields';
import { isRecord, type Json, record, records, string } from './json';
import { type Asked, bad, type Memory, type Refusal, type Rule } from './rule';
import { digest, unseal } from './seal';

const here = { protocols: ['messages'], makers: ['anthropic'] } as const;

/** The parts of a prefix that a thinking block is bound to, each as a digest, and the thinking block before it. */
interface Prefix extends Json {
  readonly system: string;
  readonly tools: string;
  readonly messages: string;
  readonly previous: string;
}

/** Whether the model thinks in its answer to a request. */
export function thinks(asked: Asked, memory: Memory): boolean {
  const type = record(asked.body.thinking).type;
  if (type === undefined) return anthropicModel(asked, memory)?.thinks === true;
  return type !== 'disabled' && (type !== 'between_tools' || lastIsResult(asked));
}

/** What an answer to this request is bound to; with an index, what a block of the message there is bound to. */
export function prefixOf(body: Json, index = records(body.messages).length): Prefix {
  const before = records(body.messages).slice(0, index);
  const signatures = before
    .flatMap(blocksOf)
    .filter(isThinking)
    .map(({ signature }) => string(signature));
  return {
    system: digest(
      plain(typeof body.system === 'string' ? [{ type: 'text', text: body.system }] : (body.system ?? [])),
    ),
    tools: digest(plain(body.tools ?? [])),
    // Thinking is checked by its own chain: omitting all of it is the documented way out.
    messages: digest(
      plain(before.map((message) => [message.role, blocksOf(message).filter((block) => !isThinking(block))])),
    ),
    previous: digest(signatures.at(-1) ?? ''),
  };
}

/** Bound blocks that do not match their prefix: message, block, difference. */
export function misfits(asked: Asked): readonly { readonly path: string; readonly why: string }[] {
  return thinkingBlocks(asked).flatMap(({ path, index, facts, first }) => {
    const made = record(facts?.prefix);
    if (facts?.model !== asked.model || facts.prefix === undefined) return [];
    const now = prefixOf(asked.body, index);
    if (made.system !== now.system) return [{ path, why: differs('The `system` prompt differs') }];
    if (made.tools !== now.tools) return [{ path, why: differs('The `tools` differ') }];
    if (made.messages !== now.messages) return [{ path, why: differs('An earlier message differs') }];
    return made.previous === now.previous || first ? [] : [{ path, why: differs('An earlier thinking block differs') }];
  });
}

/** Whether the request asks to drop blocks that do not match. */
export function dropsMisfits({ body, headers }: Asked): boolean {
  const binding = record(record(body.thinking).block_binding);
  return binding.prefix_mismatch_behavior === 'drop_block' && headers['anthropic-beta']?.includes(bindingBeta) === true;
}

/** What Anthropic refuses about thinking. */
export const anthropicThinkingRules: readonly Rule[] = [
  {
    id: 'anthropic.thinking',
    ...here,
    source: 'platform.claude.com thinking-troubleshooting, whats-new-opus-5-5 (message), sonnet-5-5 migration guide',
    check(asked, memory) {
      const model = anthropicModel(asked, memory);
      const type = record(asked.body.thinking).type;
      if (model === undefined || typeof type !== 'string') return undefined;
      const effort = string(record(asked.body.output_config).effort);
      const above = type === 'disabled' && model.thinksAboveHigh && ['xhigh', 'max'].includes(effort);
      if (above) {
        // The message is invented: the documents only name the rule.
        return bad(`"thinking.type.disabled" is not supported with "output_config.effort" "${effort}" for this model.`);
      }
      return model.thinking.includes(type)
        ? undefined
        : bad(
            `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
          );
    },
  },
  {
    id: 'anthropic.signature',
    ...here,
    source: 'platform.claude.com thinking-troubleshooting; antigravity-claude-proxy #298 (message)',
    check: (asked) => first(asked, ({ facts, path }) => facts === undefined && `${path}: ${invalid}`),
  },
  {
    id: 'anthropic.modified',
    ...here,
    source: 'platform.claude.com thinking; anthropics/claude-code #63412 (message)',
    check: (asked) =>
      first(
        asked,
        ({ block, facts, path }) =>
          facts !== undefined &&
          facts.omitted !== true &&
          facts.text !== digest(block.thinking) &&
          `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
      ),
  },
  {
    id: 'anthropic.prefix',
    ...here,
    source: 'platform.claude.com preserved-thinking, fix-bound-to-a-different-conversation; opencode #48637 (message)',
    check: (asked, memory) => (anthropicModel(asked, memory)?.bound === 'yes' ? bound(asked) : undefined),
  },
  {
    id: 'anthropic.prefix-haiku',
    ...here,
    beyond: true,
    source:
      'preserved-thinking names claude-haiku-5-5; docs.aws.amazon.com thinking-block-binding excepts it from the model check',
    check: (asked, memory) => (anthropicModel(asked, memory)?.bound === 'perhaps' ? bound(asked) : undefined),
  },
  {
    id: 'anthropic.stripped',
    ...here,
    beyond: true,
    source: '"Required: pass thinking blocks back" against "no assistant turn needs to start with one"; thinking page',
    check(asked, memory) {
      if (!thinks(asked, memory) || !lastIsResult(asked)) return undefined;
      const messages = records(asked.body.messages);
      const index = messages.findLastIndex(({ role }) => role === 'assistant');
      const blocks = blocksOf(messages[index] ?? {});
      const thought = blocks.some(({ id }) => memory.made.get(string(id))?.thought === true);
      return thought && !blocks.some(isThinking)
        ? bad(
            `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${string(blocks[0]?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
          )
        : undefined;
    },
  },
];

const invalid = 'Invalid `signature` in `thinking` block';

function differs(what: string): string {
  return `${what} from the one this block was created with.`;
}

function bound(asked: Asked): Refusal | undefined {
  const misfit = dropsMisfits(asked) ? undefined : misfits(asked)[0];
  return misfit === undefined
    ? undefined
    : bad(
        `${misfit.path}: ${invalid}. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". That setting requires the \`${bindingBeta}\` value in the \`anthropic-beta\` header. ${misfit.why}`,
      );
}

interface SeenThinking {
  readonly block: Json;
  readonly path: string;
  /** Index of its message. */
  readonly index: number;
  /** Whether no thinking block precedes it. */
  readonly first: boolean;
  /** The content of its signature; undefined if that was corrupted. */
  readonly facts: Json | undefined;
}

function thinkingBlocks(asked: Asked): readonly SeenThinking[] {
  const found = records(asked.body.messages).flatMap((message, index) =>
    blocksOf(message).flatMap((block, at) =>
      isThinking(block)
        ? [{ block, index, path: `messages.${index}.content.${at}`, facts: unseal(string(block.signature)) }]
        : [],
    ),
  );
  return found.map((seen, at) => ({ ...seen, first: at === 0 }));
}

function first(asked: Asked, fault: (seen: SeenThinking) => string | false): Refusal | undefined {
  for (const seen of thinkingBlocks(asked)) {
    const message = fault(seen);
    if (message !== false) return bad(message);
  }
  return undefined;
}

function isThinking({ type }: Json): boolean {
  return type === 'thinking';
}

function lastIsResult({ body }: Asked): boolean {
  return blocksOf(records(body.messages).at(-1) ?? {}).some(({ type }) => type === 'tool_result');
}

/** The value without cache marks, which may move. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'cache_control' ? [] : [[name, plain(inner)]])),
  );
}
