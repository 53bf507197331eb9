import { computeOnce } from '@/base/compute-once';
import type { JsonObject } from '@/base/json';
import type { Plan, PlannedAtomic } from '../plan';
import type { NamedTool } from '../resolve/surroundings';

/** A tool that the model's maker performs itself, as the document requests it. */
export interface MakerTool {
  /** The document's name for it: `web_search`, or a version of one maker such as `anthropic.web_search_20260318`. */
  readonly name: string;
  /** Options for the maker, as written in the document. */
  readonly options: JsonObject;
}

/** A maker's tool, as requested from the maker. */
export interface KnownMakerTool {
  /** The maker's name for it: `web_search`. */
  readonly name: string;
  /** The type that the maker is sent: `web_search_20250305`. */
  readonly type: string;
  /** The version that the protocol's library knows; `type` itself if it knows that. */
  readonly like: string;
}

/**
 * The tools of each maker, by the names that a document may use. Names that several makers share let a workflow change
 * its model. Only tools that the maker performs and whose results are text are listed. Sources, read 23 Nov 2026:
 * developers.openai.com/api/docs/guides/tools; platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference;
 * ai.google.dev/gemini-api/docs/tools.
 */
const plainNames = {
  openai: {
    web_search: 'web_search',
    web_search_preview: 'web_search_preview',
    code_execution: 'code_interpreter',
    code_interpreter: 'code_interpreter',
    file_search: 'file_search',
  },
  // The first version of each tool: all models take it, and the maker runs no code beside it ("web search tool": later
  // versions filter results by code, for models from Claude 4.6 on).
  anthropic: {
    web_search: 'web_search_20250305',
    web_fetch: 'web_fetch_20250910',
    code_execution: 'code_execution_20250825',
  },
  google: {
    web_search: 'google_search',
    google_search: 'google_search',
    web_fetch: 'url_context',
    url_context: 'url_context',
    code_execution: 'code_execution',
    google_maps: 'google_maps',
    file_search: 'file_search',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type Maker = keyof typeof plainNames;

/**
 * The versions that the protocol's library knows, the newest first (@ai-sdk/anthropic 4.0.105,
 * anthropic-prepare-tools.ts).
 */
const versions: Readonly<Record<string, readonly string[]>> = {
  web_search: ['20260318', '20260209', '20250305'],
  web_fetch: ['20260318', '20260209', '20250910'],
  code_execution: ['20260120', '20250825', '20250522'],
};

/** Names of makers' tools that a document may use, in alphabetical order. */
export const makerToolNames: readonly string[] = [
  ...new Set(Object.values(plainNames).flatMap((names) => Object.keys(names))),
].sort();

/** The tool of this name that models of a protocol have; undefined: they have none, or the protocol is not known. */
export function findMakerTool(name: string, protocol: string): KnownMakerTool | undefined {
  if (protocol === 'simulated') {
    const own = getMakerToolStem(name);
    return makerToolNames.includes(own) ? { name: own, type: own, like: own } : undefined;
  }
  if (!isMaker(protocol)) return undefined;
  const dot = name.indexOf('.');
  if (dot >= 0 && name.slice(0, dot) !== protocol) return undefined;
  const own = name.slice(dot + 1);
  const names: Readonly<Record<string, string>> = plainNames[protocol];
  const type = Object.hasOwn(names, own)
    ? names[own]
    : Object.values(names).includes(own)
      ? own
      : findVersioned(own, protocol);
  if (type === undefined) return undefined;
  const stem = getMakerToolStem(type);
  const known = protocol === 'anthropic' ? versions[stem] : undefined;
  const like = known === undefined || known.some((date) => type === `${stem}_${date}`) ? type : `${stem}_${known[0]}`;
  return { name: stem, type, like };
}

/** A name without its maker and its date. No tool of the task that Heddle performs may have this name beside it. */
export function getMakerToolStem(name: string): string {
  return name.slice(name.indexOf('.') + 1).replace(/_\d{8}$/, '');
}

/** The makers' tools among a task's tools. */
export function listMakerTools(tools: readonly NamedTool[]): readonly MakerTool[] {
  return tools.flatMap(({ name, tool }) =>
    tool.type === 'provider' ? [{ name: tool.name ?? name, options: (tool.options ?? {}) as JsonObject }] : [],
  );
}

/** Whether any task of a plan, at any depth, has a maker's tool. */
export const hasMakerTools = computeOnce(({ tasks, library }: Plan): boolean => {
  const lookForMakerTools = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const { type, tools } = value as Partial<PlannedAtomic>;
    if (type === 'atomic' && tools !== undefined && listMakerTools(tools).length > 0) return true;
    return Object.values(value).some(lookForMakerTools);
  };
  return lookForMakerTools([tasks, library]);
});

/**
 * Whether a model can be given its maker's tools together with others: of Google's, those from Gemini 3 on
 * (ai.google.dev, "tool combination").
 */
export function canMixTools(model: string, protocol: string): boolean {
  return protocol !== 'google' || !/gemini-[12]/.test(model);
}

/** A dated version of an Anthropic tool, even one newer than this list. */
function findVersioned(name: string, maker: Maker): string | undefined {
  if (maker !== 'anthropic') return undefined;
  const stem = getMakerToolStem(name);
  return stem !== name && Object.hasOwn(versions, stem) ? name : undefined;
}

function isMaker(protocol: string): protocol is Maker {
  return Object.hasOwn(plainNames, protocol);
}
