import { record, records, string } from './json';
import { effortOf, hasFunctions, openaiModel, toolsInChat, unsupported } from './openai-rules';
import { bad, type Rule } from './rule';

/** What chat completions refuse, both OpenAI's and other servers'. */
export const chatRules: readonly Rule[] = [
  {
    id: 'openai.chat-tools',
    protocols: ['chat'],
    makers: ['openai'],
    source: 'developers.openai.com responses-vs-chat-completions; webmcp-tools #417, joplin #16451, leviath #333',
    check(asked, memory) {
      const model = openaiModel(asked, memory);
      if (model === undefined || !model.toolsNeedResponses || !hasFunctions(asked)) return undefined;
      // Strict addresses count a default of none as medium; that is a rule of its own.
      const effort = effortOf({ ...asked, strict: false }, memory);
      return effort === 'none' ? undefined : toolsInChat(asked.model);
    },
  },
  {
    id: 'openai.max-tokens',
    protocols: ['chat'],
    makers: ['openai'],
    source: 'langgenius/dify #24307, BoltAI #369',
    check: (asked, memory) =>
      asked.body.max_tokens !== undefined && (openaiModel(asked, memory)?.efforts.length ?? 0) > 0
        ? unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
        : undefined,
  },
  {
    id: 'chat.results',
    protocols: ['chat'],
    makers: ['openai', 'plain'],
    source: 'Message of api.openai.com, from memory',
    check(asked) {
      const messages = records(asked.body.messages);
      for (const [index, message] of messages.entries()) {
        const after = messages.slice(index + 1);
        const end = after.findIndex(({ role }) => role !== 'tool');
        const answered = after.slice(0, end === -1 ? undefined : end).map((result) => string(result.tool_call_id));
        const open = records(message.tool_calls)
          .map(({ id }) => string(id))
          .filter((id) => !answered.includes(id));
        if (open.length === 0) continue;
        return bad(
          `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
          { param: 'messages' },
        );
      }
      return undefined;
    },
  },
  {
    id: 'chat.loose-results',
    protocols: ['chat'],
    makers: ['openai', 'plain'],
    source: 'Message of api.openai.com, from memory',
    check(asked) {
      const messages = records(asked.body.messages);
      for (const [index, { role, tool_call_id }] of messages.entries()) {
        const calling = messages.slice(0, index).findLast((message) => message.role !== 'tool');
        const called = records(calling?.tool_calls).some(({ id }) => id === tool_call_id);
        if (role !== 'tool' || called) continue;
        return bad(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${index}].role` },
        );
      }
      return undefined;
    },
  },
  {
    id: 'plain.key',
    protocols: ['chat'],
    makers: ['plain'],
    source: 'vLLM with --api-key',
    check: ({ headers }, { keys }) =>
      keys.plain !== undefined && headers.authorization !== `Bearer ${keys.plain}`
        ? { status: 401, message: 'Unauthorized' }
        : undefined,
  },
  {
    id: 'chat.shape',
    protocols: ['chat'],
    makers: ['openai', 'plain'],
    source: 'API reference: model and messages are required',
    check({ body }) {
      const messages = records(body.messages);
      if (messages.length === 0) return bad("Missing required parameter: 'messages'.", { param: 'messages' });
      const index = messages.findIndex(({ role }) => !roles.includes(string(role)));
      if (index >= 0) {
        return bad(
          `Invalid value: '${string(messages[index]?.role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
          {
            param: `messages[${index}].role`,
            code: 'invalid_value',
          },
        );
      }
      const nameless = records(body.tools).findIndex((tool) => string(record(tool.function).name) === '');
      return nameless < 0
        ? undefined
        : bad(`Missing required parameter: 'tools[${nameless}].function.name'.`, {
            param: `tools[${nameless}].function.name`,
            code: 'missing_required_parameter',
          });
    },
  },
];

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
