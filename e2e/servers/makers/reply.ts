import { type Directive, directiveValue } from './directives';
import { newId } from './ids';
import type { Json } from './json';
import { sample } from './sample';
import { type Search, searchFor } from './search';

/** What the scripted model reads from a request, in any protocol. */
export interface Reading {
  /** The user's last text: it is searched for directives, before the system prompt. */
  readonly prompt: string;
  readonly system: string;
  /** The results of tools since then. The ids are those of the calls. */
  readonly results: readonly { readonly id: string; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly schema: Json }[];
  /** Whether the provider's own search is declared. */
  readonly searches: boolean;
  /** The schema of the reply; an empty schema if it is JSON of any form. */
  readonly schema: Json | undefined;
}

/** What the model says. */
export interface Reply {
  /** Undefined: it does not think. */
  readonly thinking: string | undefined;
  readonly text: string | undefined;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: Json }[];
  /** The provider's search before the rest of the reply. */
  readonly search?: Search | undefined;
  /** A call of the provider's tool with this name. */
  readonly serverCall?: string | undefined;
  readonly stop: 'end' | 'calls' | 'length' | 'refusal' | 'filter' | 'pause';
}

/** What a model says to a request. `ordinal` counts the requests with the same prompt and results, from 0. */
export type Says = (reading: Reading, ordinal: number) => Said | undefined;

/** How fast a model says it. */
export interface Pace {
  readonly msToFirstToken: number;
  readonly tokensPerSecond: number;
}

/** The words of a reply; left out: none. */
export interface Said {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: Json }[];
  readonly search?: Omit<Search, 'id'>;
}

/** A reply of these words. A model that does not think says nothing of its thinking. */
export function saidBy({ thinking, text, calls = [], search }: Said, thinks: boolean): Reply {
  return {
    thinking: thinks ? thinking : undefined,
    text,
    calls: calls.map((call) => ({ ...call, id: newId('call') })),
    ...(search === undefined ? {} : { search: { ...search, id: newId('search') } }),
    stop: calls.length > 0 ? 'calls' : 'end',
  };
}

/** The turn of the tool loop that a request demands, from 1. */
export function turnOf({ results }: Reading, perTurn: number): number {
  // Results that compaction removed are inferred from the numbers in the remaining ids.
  const numbered = results.map(({ id }) => Number(/_n(\d+)_/.exec(id)?.[1] ?? 0));
  return Math.max(Math.ceil(results.length / perTurn), ...numbered, 0) + 1;
}

/** The model's words for a request. `ordinal` counts the requests with the same prompt and results, from 0. */
export function replyTo(reading: Reading, directives: readonly Directive[], thinks: boolean, ordinal: number): Reply {
  const has = (name: string) => directiveValue(directives, name) !== undefined;
  const wanted = directives.find(({ name }) => name === 'tools');
  const perTurn = wanted?.times ?? 1;
  const turn = turnOf(reading, perTurn);
  const thinking = thinks && !has('empty') ? thought(directives, turn) : undefined;
  if (has('empty') || has('only-thinking')) return { thinking, text: undefined, calls: [], stop: 'end' };
  if (has('refuse')) return { thinking, text: "I'm sorry, but I can't help with that.", calls: [], stop: 'refusal' };
  if (has('filter')) return { thinking, text: 'The first words', calls: [], stop: 'filter' };
  const tool = toolFor(reading, directives);
  const search = searchFor(directives, reading.searches);
  const made = { search, serverCall: directiveValue(directives, 'server-call') };
  if (has('pause') && search !== undefined)
    return { thinking, text: 'I look it up. ', calls: [], ...made, stop: 'pause' };
  if (wanted !== undefined && tool !== undefined && turn <= Number(wanted.value)) {
    const calls = Array.from({ length: perTurn }, (_, index) => {
      const n = (turn - 1) * perTurn + index + 1;
      const id = newId(`n${turn}`);
      return { id, name: tool.name, args: sample(tool.schema, n) as Json };
    });
    return { thinking, text: undefined, calls, ...made, stop: 'calls' };
  }
  const text = answer(reading, directives, ordinal);
  return { thinking, text, calls: [], ...made, stop: has('length') ? 'length' : 'end' };
}

function thought(directives: readonly Directive[], turn: number): string {
  return directiveValue(directives, 'think') ?? `Turn ${turn}: I look at what came back, and decide what to do next.`;
}

function toolFor({ tools }: Reading, directives: readonly Directive[]): Reading['tools'][number] | undefined {
  const name = directiveValue(directives, 'tool');
  return name === undefined ? tools[0] : tools.find((tool) => tool.name === name);
}

function answer({ schema, results }: Reading, directives: readonly Directive[], ordinal: number): string {
  const choices = directiveValue(directives, 'pick')?.split('|');
  const given = choices?.[ordinal % choices.length] ?? directiveValue(directives, 'reply');
  if (given !== undefined) return given;
  if (schema !== undefined) return JSON.stringify(sample(schema, results.length + 1));
  const last = results.at(-1)?.text;
  return last === undefined ? 'ok' : `Done after ${results.length} results; the last was: ${last.slice(0, 200)}`;
}
