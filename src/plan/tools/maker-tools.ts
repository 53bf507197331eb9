import type { JsonObject } from '@/base/json';
import type { Plan, PlannedAtomic } from '../plan';
import type { NamedTool } from '../resolve/surroundings';

/** A tool that the maker of a model performs itself, as a document asks for it. */
export interface MakerTool {
  /** As the document names it: `web_search`, or a version of one maker such as `anthropic.web_search_20260318`. */
  readonly name: string;
  /** For the maker, as they are written. */
  readonly options: JsonObject;
}

/** A tool of a maker, as that maker is asked for it. */
export interface KnownMakerTool {
  /** What it is called among the maker's tools: `web_search`. */
  readonly name: string;
  /** What the maker is sent: `web_search_20250305`. */
  readonly type: string;
  /** The version that the library of the protocol knows, where that is not `type`. */
  readonly like: string;
}

/**
 * What each maker has, by the name that a document may use for it. A name that several have lets a workflow change its
 * model. Only tools that the maker performs, and whose results are text. Sources, read 23 Nov 2026:
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
  // The first version of each: all models take it, with no code that the maker runs beside it ("web search tool": later
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
 * The newest version that the library of the protocol knows (@ai-sdk/anthropic 4.0.105, anthropic-prepare-tools.ts),
 * and all of them.
 */
const versions: Readonly<Record<string, readonly string[]>> = {
  web_search: ['20260318', '20260209', '20250305'],
  web_fetch: ['20260318', '20260209', '20250910'],
  code_execution: ['20260120', '20250825', '20250522'],
};

/** Names of tools of makers that a document may use, in the order of the alphabet. */
export const makerToolNames: readonly string[] = [
  ...new Set(Object.values(plainNames).flatMap((names) => Object.keys(names))),
].sort();

/** The tool of the name that who speaks the protocol has; undefined: it has none, or the protocol is not known. */
export function makerToolOf(name: string, protocol: string): KnownMakerTool | undefined {
  if (protocol === 'simulated') {
    const own = makerToolStem(name);
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
      : versioned(own, protocol);
  if (type === undefined) return undefined;
  const stem = makerToolStem(type);
  const known = protocol === 'anthropic' ? versions[stem] : undefined;
  const like = known === undefined || known.some((date) => type === `${stem}_${date}`) ? type : `${stem}_${known[0]}`;
  return { name: stem, type, like };
}

/** A name without its maker and its date: what a tool of the task that is performed here cannot be called beside it. */
export function makerToolStem(name: string): string {
  return name.slice(name.indexOf('.') + 1).replace(/_\d{8}$/, '');
}

/** The tools of makers among those of a task. */
export function makerToolsOf(tools: readonly NamedTool[]): readonly MakerTool[] {
  return tools.flatMap(({ name, tool }) =>
    tool.type === 'provider' ? [{ name: tool.name ?? name, options: (tool.options ?? {}) as JsonObject }] : [],
  );
}

/** Whether a task of a plan, at any depth, has a tool of a maker. */
export function hasMakerTools({ tasks, library }: Plan): boolean {
  const look = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const { type, tools } = value as Partial<PlannedAtomic>;
    if (type === 'atomic' && tools !== undefined && makerToolsOf(tools).length > 0) return true;
    return Object.values(value).some(look);
  };
  return look([tasks, library]);
}

/**
 * Whether a model of the protocol can be given its maker's tools beside others: Google's from Gemini 3 on
 * (ai.google.dev, "tool combination").
 */
export function mixesTools(model: string, protocol: string): boolean {
  return protocol !== 'google' || !/gemini-[12]/.test(model);
}

/** A version that Anthropic dates, also one that came out after this was written. */
function versioned(name: string, maker: Maker): string | undefined {
  if (maker !== 'anthropic') return undefined;
  const stem = makerToolStem(name);
  return stem !== name && Object.hasOwn(versions, stem) ? name : undefined;
}

function isMaker(protocol: string): protocol is Maker {
  return Object.hasOwn(plainNames, protocol);
}
