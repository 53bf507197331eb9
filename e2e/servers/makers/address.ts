import type { Maker, Protocol } from './rule';
import { type Shape, shapes } from './shapes';

/** The meaning of an address of the server. */
export interface Address {
  readonly maker: Maker;
  /** Whether rules marked `beyond` apply. */
  readonly strict: boolean;
  /** Fields that are refused in addition. */
  readonly refused: readonly string[];
  /** The server whose words are used. */
  readonly shape: Shape | undefined;
  readonly endpoint:
    | { readonly kind: 'ask'; readonly protocol: Protocol; readonly model?: string; readonly stream?: boolean }
    | { readonly kind: 'models'; readonly id?: string };
  readonly query: URLSearchParams;
}

const makers: readonly string[] = ['openai', 'anthropic', 'google', 'plain'];

/** The parts of an address such as `/plain/refuse=a,b/v1/chat/completions`; undefined if it leads nowhere. */
export function addressOf(url: string): Address | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const match = /^\/([a-z]+)((?:\/(?:strict|refuse=[^/]*|as=[^/]*))*)\/(v1|v1beta)\/(.+)$/.exec(pathname);
  if (match === null || !makers.includes(match[1] ?? '')) return undefined;
  const maker = match[1] as Maker;
  const options = (match[2] ?? '').split('/').filter((option) => option !== '');
  const endpoint = endpointOf(maker, match[4] ?? '');
  return endpoint === undefined
    ? undefined
    : {
        maker,
        strict: options.includes('strict'),
        refused: options.flatMap((option) => (option.startsWith('refuse=') ? option.slice(7).split(',') : [])),
        shape: shapes.find(({ name }) => options.includes(`as=${name}`)),
        endpoint,
        query: searchParams,
      };
}

function endpointOf(maker: Maker, path: string): Address['endpoint'] | undefined {
  if (maker === 'google') {
    const [, model = '', method] = /^models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
    if (method !== undefined) {
      return { kind: 'ask', protocol: 'generate', model, stream: method === 'streamGenerateContent' };
    }
  }
  const [, id] = /^models(?:\/([^/]+))?$/.exec(path) ?? ['none'];
  if (path === 'models') return { kind: 'models' };
  if (id !== undefined) return { kind: 'models', id };
  const protocol = protocols[`${maker} ${path}`];
  return protocol === undefined ? undefined : { kind: 'ask', protocol };
}

const protocols: Readonly<Record<string, Protocol>> = {
  'openai responses': 'responses',
  'openai chat/completions': 'chat',
  'plain chat/completions': 'chat',
  'anthropic messages': 'messages',
};
