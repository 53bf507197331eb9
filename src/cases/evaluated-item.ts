import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Expectation } from '@/workflow/test-case-schema';

/** What a judge decided, so that a person can agree with it, or not. */
export interface Judgement {
  /** Hash of the judge, of what must hold and of what it was shown. */
  readonly key: string;
  /** Hash of the judge: its model and votes, and what must hold. */
  readonly judge: string;
  /** As `provider:name`. */
  readonly model: string;
  /** Whether its score was enough, also where the expectation is turned round. */
  readonly isPassed: boolean;
}

/** What became of one expectation. */
export interface EvaluatedExpectation {
  readonly expectation: Expectation;
  readonly state: 'passed' | 'failed' | 'held' | 'error';
  /** 0 to 1; 0 unless it could be judged. */
  readonly score: number;
  /** One sentence. */
  readonly reason: string;
  /** What it looked at, shortened. */
  readonly saw: string;
  /** Left out: no model judged it. */
  readonly judgement?: Judgement;
}

/** What expressions of a case know besides the run. */
export interface CaseNames {
  /** The columns of its row; empty without one. */
  readonly row: JsonObject;
  readonly variables: JsonObject;
}

/** What became of an expectation, without the expectation. */
export type EvaluatedItem = Omit<EvaluatedExpectation, 'expectation'>;

/** The most characters that are kept of what was seen. */
const mostSeen = 300;

/** A text for a report, shortened. */
export function shorten(text: string, most: number = mostSeen): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** A value as a person reads it: a text as it is, others as JSON. */
export function formatWanted(value: Json): string {
  return typeof value === 'string' ? value : encodeJson(value);
}

/** An item that cannot be judged, because it is wrong itself. */
export function createItemError(reason: string): EvaluatedItem {
  return { state: 'error', score: 0, reason, saw: '' };
}

/** An item that cannot be judged, because something is missing. */
export function createHeldItem(reason: string, saw = ''): EvaluatedItem {
  return { state: 'held', score: 0, reason, saw: shorten(saw) };
}

/** An item that is clear. */
export function decideItem(isPassed: boolean, reason: string, saw: string): EvaluatedItem {
  return { state: isPassed ? 'passed' : 'failed', score: isPassed ? 1 : 0, reason, saw: shorten(saw) };
}

function readBounds(value: Json, least: number): readonly [min: number, max: number] {
  const { min = least, max = Number.POSITIVE_INFINITY } = isJsonObject(value) ? value : {};
  return [Number(min), Number(max)];
}

/** Judges a count by the `min` and `max` of a value; `least`: the `min` if the value has none. */
export function decideCount(count: number, value: Json, least: number, what: string): EvaluatedItem {
  const [min, max] = readBounds(value, least);
  const wanted = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
  return decideItem(count >= min && count <= max, `${count} ${what}, ${wanted} expected.`, String(count));
}
