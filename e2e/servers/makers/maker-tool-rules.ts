import { blocksOf } from './anthropic-rules';
import { type Json, record, records, string } from './json';
import { type Asked, bad, type Refusal, type Rule } from './rule';
import { digest, unseal } from './seal';

const anthropic = { protocols: ['messages'], makers: ['anthropic'] } as const;
const openai = { protocols: ['responses'], makers: ['openai'] } as const;
const google = { protocols: ['generate'], makers: ['google'] } as const;

const words = (text: string) => text.trim().split(/\s+/);

/** Fields of the providers' search tools, from their API references. */
const anthropicFields = words(`
  type name max_uses allowed_domains blocked_domains user_location cache_control allowed_callers defer_loading strict`);
const openaiFields = words('type filters external_web_access search_context_size search_content_types user_location');
const googleFields = words('timeRangeFilter searchTypes excludeDomains');

/** What providers refuse about the tools that they perform themselves. */
export const makerToolRules: readonly Rule[] = [
  {
    id: 'anthropic.search-fields',
    ...anthropic,
    source: 'platform.claude.com web-search-tool, "Tool definition"; message as of other fields',
    check: ({ body }) =>
      unknownField(
        body.tools,
        ({ type }) => string(type).startsWith('web_search_'),
        anthropicFields,
        (index, name) => bad(`tools.${index}.web_search_20250305.${name}: Extra inputs are not permitted`),
      ),
  },
  {
    id: 'anthropic.tool-names',
    ...anthropic,
    source: 'danny-avila/LibreChat #13162 (message)',
    check({ body }) {
      const names = records(body.tools).map(({ name }) => string(name));
      return new Set(names).size < names.length ? bad('tools: Tool names must be unique.') : undefined;
    },
  },
  {
    id: 'anthropic.search-pair',
    ...anthropic,
    source: 'AnswerDotAI/lisette #108 (message); that of a result without its call is made up',
    check(asked) {
      const messages = records(asked.body.messages);
      const all = messages.flatMap((message, index) => blocksOf(message).map((block) => ({ block, index })));
      const uses = all.filter(({ block }) => block.type === 'server_tool_use').map(({ block }) => string(block.id));
      const results = all.filter(({ block }) => isResult(block));
      const loose = results.find(({ block }) => !uses.includes(string(block.tool_use_id)));
      if (loose !== undefined) {
        const type = string(loose.block.type);
        return bad(
          `messages.${loose.index}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${string(loose.block.tool_use_id)}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`,
        );
      }
      const answered = results.map(({ block }) => string(block.tool_use_id));
      const last = all.at(-1)?.index ?? 0;
      const open = all.find(
        ({ block, index }) => block.type === 'server_tool_use' && index < last && !answered.includes(string(block.id)),
      );
      if (open === undefined) return undefined;
      const { name, id } = open.block;
      return bad(
        `messages.${open.index}: \`${string(name)}\` tool use with id \`${string(id)}\` was found without a corresponding \`${string(name)}_tool_result\` block`,
      );
    },
  },
  {
    id: 'anthropic.search-content',
    ...anthropic,
    source:
      'platform.claude.com web-search-tool ("encrypted_content … must be passed back"); code-yeongyu/senpi #150 (message)',
    check(asked) {
      for (const [index, message] of records(asked.body.messages).entries()) {
        for (const [at, block] of blocksOf(message).entries()) {
          if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) continue;
          const spoilt = records(block.content).some(
            ({ encrypted_content: sealed, ...page }) => unseal(string(sealed))?.page !== digest(page),
          );
          if (spoilt)
            return bad(`messages.${index}.content.${at}: Invalid \`encrypted_content\` in \`search_result\` block`);
        }
      }
      return undefined;
    },
  },
  {
    id: 'anthropic.search-missing',
    ...anthropic,
    beyond: true,
    source: 'platform.claude.com server-tools: "include the full assistant content"; refused where thinking is bound',
    check(asked, { made }) {
      for (const [index, message] of records(asked.body.messages).entries()) {
        const blocks = blocksOf(message);
        const ids = new Set(blocks.map(({ id }) => string(id)));
        const beside = blocks.flatMap(({ id }) => made.get(string(id))?.beside ?? []);
        const missing = beside.find((id) => !ids.has(id));
        if (missing !== undefined) return bad(`messages.${index}: the block ${missing} of this message is missing`);
      }
      return undefined;
    },
  },
  {
    id: 'openai.search-fields',
    ...openai,
    source: 'API reference, "Web search tool"; message as of other fields',
    check: ({ body }) =>
      unknownField(
        body.tools,
        ({ type }) => type === 'web_search',
        openaiFields,
        (index, name) =>
          bad(`Unknown parameter: 'tools[${index}].${name}'.`, { param: `tools[${index}]`, code: 'unknown_parameter' }),
      ),
  },
  {
    id: 'openai.search-item',
    ...openai,
    source: 'API reference: id, status and action are required of an item; message as of other fields',
    check({ body }, { made }) {
      for (const [index, item] of records(body.input).entries()) {
        if (item.type !== 'web_search_call') continue;
        const missing = ['id', 'status', 'action'].find((name) => item[name] === undefined);
        if (missing !== undefined) {
          return bad(`Missing required parameter: 'input[${index}].${missing}'.`, {
            code: 'missing_required_parameter',
          });
        }
        if (made.get(string(item.id))?.whole !== digest(item)) return bad(`Invalid value: 'input[${index}]'.`);
      }
      return undefined;
    },
  },
  {
    id: 'google.search-fields',
    ...google,
    source: 'API reference, GoogleSearch; message as of other fields',
    check({ body }) {
      for (const [index, tool] of records(body.tools).entries()) {
        const name = Object.keys(record(tool.googleSearch)).find((field) => !googleFields.includes(field));
        if (name === undefined) continue;
        return bad(
          `Invalid JSON payload received. Unknown name "${name}" at 'tools[${index}].google_search': Cannot find field.`,
        );
      }
      return undefined;
    },
  },
  {
    id: 'google.tool-mix',
    ...google,
    source: 'ai.google.dev tool-combination: include_server_side_tool_invocations is to be set; message of the API',
    check: ({ body }) =>
      records(body.tools).some(({ googleSearch }) => googleSearch !== undefined) &&
      records(body.tools).some(({ functionDeclarations }) => functionDeclarations !== undefined) &&
      record(body.toolConfig).includeServerSideToolInvocations !== true
        ? bad(
            'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
          )
        : undefined,
  },
  {
    id: 'google.search-part',
    ...google,
    source: 'ai.google.dev tool-combination: "return all parts … including id, tool_type and thought_signature"',
    check({ body }, { made }) {
      for (const [index, content] of records(body.contents).entries()) {
        for (const [at, part] of records(content.parts).entries()) {
          if (part.toolCall === undefined && part.toolResponse === undefined) continue;
          const id = string(record(part.toolCall ?? part.toolResponse).id);
          if (made.get(`${id} ${part.toolCall === undefined}`)?.whole === digest(part)) continue;
          return bad(`Corrupted server side tool invocation in contents[${index}].parts[${at}].`);
        }
      }
      return undefined;
    },
  },
];

function isResult({ type }: Json): boolean {
  return string(type).endsWith('_tool_result');
}

function unknownField(
  tools: Asked['body'][string],
  isIt: (tool: Json) => boolean,
  known: readonly string[],
  refusal: (index: number, name: string) => Refusal,
): Refusal | undefined {
  for (const [index, tool] of records(tools).entries()) {
    const name = isIt(tool) ? Object.keys(tool).find((field) => !known.includes(field)) : undefined;
    if (name !== undefined) return refusal(index, name);
  }
  return undefined;
}
