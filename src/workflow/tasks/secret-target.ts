import { listTemplateReferences, parseTemplate } from '../expressions/template';
import type { Tool } from './tools';

const ofSecrets = 'secrets.';

/** Everything of a tool that is filled in and sent. */
function listSentTexts({ http, mcp }: Tool): readonly string[] {
  return listTextsIn([http, mcp].map((part) => part ?? null));
}

function listTextsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTextsIn) : [];
}

/** The names of the secrets that a tool sends, in order, each once. */
export function listSentSecrets(tool: Tool): readonly string[] {
  const names = listSentTexts(tool)
    .flatMap(listTemplateReferences)
    .filter((path) => path.startsWith(ofSecrets))
    .map((path) => path.slice(ofSecrets.length));
  return [...new Set(names)];
}

/**
 * Where a tool sends its secrets: an origin (`https://api.example.org`), or `stdio:COMMAND`. Undefined: the host is
 * filled in at run time, or the address is none, so nobody can say.
 */
export function findSecretTarget({ http, mcp }: Pick<Tool, 'http' | 'mcp'>): string | undefined {
  if (mcp?.command !== undefined) return `stdio:${mcp.command}`;
  const parts = parseTemplate(http?.url ?? mcp?.url ?? '');
  const [first, ...others] = parts.ok ? parts.value : [];
  if (first?.kind !== 'text') return undefined;
  // Up to the first slash after the host: before it a value could still become a part of the host.
  const start = others.length === 0 ? first.text : /^\s*https?:\/\/[^/?#\\]+[/?#\\]/i.exec(first.text)?.[0];
  return start === undefined ? undefined : findAddressOrigin(start);
}

/** The origin of an address over https or http without a password; undefined: it is none. */
export function findAddressOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : undefined;
}
