import { type Json, records, string } from './json';
import { effortOf } from './openai-rules';
import { type Asked, bad, type Memory, type Refusal, type Rule } from './rule';
import { unseal } from './seal';

const here = { protocols: ['responses'], makers: ['openai'] } as const;

/** The first characters of `encrypted_content`, as OpenAI's. */
export const encryptedStart = 'gAAAAAB';

/** What the server sealed in an `encrypted_content`; undefined if it was changed. */
export function decrypted(content: string): Json | undefined {
  return content.startsWith(encryptedStart) ? unseal(content.slice(encryptedStart.length)) : undefined;
}

const input = ({ body }: Asked) => records(body.input);

/** What OpenAI's Responses refuse. */
export const openaiResponsesRules: readonly Rule[] = [
  {
    id: 'openai.encrypted',
    ...here,
    source: 'openai/codex #8145, sub2api #2863',
    check(asked) {
      for (const item of input(asked)) {
        const content = string(item.encrypted_content);
        if (item.type !== 'reasoning' || content === '') continue;
        const facts = decrypted(content);
        const shown = `${content.slice(0, 4)}...${content.slice(-4)}`;
        const reason =
          facts === undefined
            ? 'Encrypted content could not be decrypted or parsed.'
            : item.id !== undefined && facts.id !== item.id
              ? 'Encrypted content item_id did not match the target item id.'
              : undefined;
        if (reason === undefined) continue;
        return bad(`The encrypted content ${shown} could not be verified. Reason: ${reason}`, {
          code: 'invalid_encrypted_content',
        });
      }
      return undefined;
    },
  },
  {
    id: 'openai.incomplete',
    ...here,
    beyond: true,
    source: 'API reference ("may be incomplete" in output_item.added); 70227641763 saw both accepted',
    check: (asked) =>
      input(asked).some((item) => decrypted(string(item.encrypted_content))?.incomplete === true)
        ? bad('The encrypted content could not be verified. Reason: Encrypted content is incomplete.', {
            code: 'invalid_encrypted_content',
          })
        : undefined,
  },
  {
    id: 'openai.not-found',
    ...here,
    source: 'openai-agents-js #546, copilot-sdk #615, can1357/oh-my-pi #41 (bifrost #5410 reports 400)',
    check(asked, { made }) {
      for (const item of input(asked)) {
        const id = string(item.id);
        if (item.type === 'item_reference' && (asked.body.store === false || !made.has(id))) {
          return missing(id, asked.body.store === false);
        }
        if (item.type === 'reasoning' && string(item.encrypted_content) === '' && asked.body.store === false) {
          return missing(id, true);
        }
      }
      return undefined;
    },
  },
  {
    id: 'openai.pairing',
    ...here,
    source: 'cline/cline #12242 (gpt-5.5), continuedev/continue #10018',
    check: (asked, { made }) => unpaired(asked, made, (item) => string(item.id)),
  },
  {
    id: 'openai.idless',
    ...here,
    beyond: true,
    source: 'Guide "Reasoning" recommends the items, guide "Function calling" says "must"; seen refused only with ids',
    check: (asked, { made }) => unpaired(asked, made, (item) => string(item.call_id)),
  },
  {
    id: 'openai.following',
    ...here,
    source: 'continuedev/continue #8933',
    check(asked) {
      const items = input(asked);
      for (const [index, item] of items.entries()) {
        const next = items[index + 1];
        const follows = next !== undefined && (isOwn(next) || next.type === 'reasoning');
        if (item.type !== 'reasoning' || follows) continue;
        return bad(`Item '${string(item.id)}' of type 'reasoning' was provided without its required following item.`, {
          param: 'input',
        });
      }
      return undefined;
    },
  },
  {
    id: 'openai.outputs',
    ...here,
    source: '@ai-sdk/openai 4.0.118, convert-to-openai-responses-input.ts; 54917225565',
    check(asked) {
      const items = input(asked);
      const ids = (type: string) => items.filter((item) => item.type === type).map((item) => string(item.call_id));
      const outputs = ids('function_call_output');
      const calls = ids('function_call');
      const open = calls.find((id) => !outputs.includes(id));
      if (open !== undefined) return bad(`No tool output found for function call ${open}.`, { param: 'input' });
      const loose = outputs.find((id) => !calls.includes(id));
      if (loose === undefined || asked.body.previous_response_id !== undefined) return undefined;
      return bad(`No tool call found for function call output with call_id ${loose}.`, { param: 'input' });
    },
  },
];

/**
 * Whether an answer includes `encrypted_content`: with `store: false` by default since 2026 (community.openai.com
 * 1386738). At a strict address only if `include` asks for it, as documented before (rule `openai.include`).
 */
export function givesEncrypted(asked: Asked): boolean {
  const included = Array.isArray(asked.body.include) && asked.body.include.includes('reasoning.encrypted_content');
  return included || (!asked.strict && asked.body.store === false);
}

/** Whether the model reasons in its answer to a request. */
export function reasons(asked: Asked, memory: Memory): boolean {
  return effortOf(asked, memory) !== 'none';
}

function isOwn(item: Json): boolean {
  return (
    item.type === 'function_call' ||
    item.type === 'web_search_call' ||
    item.type === 'item_reference' ||
    item.role === 'assistant'
  );
}

function unpaired(asked: Asked, made: Memory['made'], idOf: (item: Json) => string): Refusal | undefined {
  const items = input(asked);
  for (const [index, item] of items.entries()) {
    const id = idOf(item);
    const isCall = item.type === 'function_call' || item.type === 'web_search_call';
    const needed = isCall ? made.get(id)?.after : undefined;
    if (needed === undefined || precedes(items, index, needed)) continue;
    return bad(
      `Item '${id}' of type '${string(item.type)}' was provided without its required 'reasoning' item: '${needed}'.`,
      { param: 'input' },
    );
  }
  return undefined;
}

/** Whether the reasoning item precedes the calls of its answer, one of which is at `index`. */
function precedes(items: readonly Json[], index: number, reasoningId: string): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item?.type === 'reasoning') {
      return item.id === reasoningId || decrypted(string(item.encrypted_content))?.id === reasoningId;
    }
    if (item?.type === 'item_reference' && item.id === reasoningId) return true;
    if (item === undefined || !isOwn(item)) return false;
  }
  return false;
}

function missing(id: string, unstored: boolean): Refusal {
  const why = unstored
    ? ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
    : '';
  return { status: 404, message: `Item with id '${id}' not found.${why}`, param: 'input' };
}
