import { isJsonObject, type Json } from '@/base/json';
import { type DescribedRun, describeContents, findSuspects, leaveOutFiles, type SuspectText } from './describe-run';
import { type GatheredRun, writeGathered } from './gathered-run';
import { keepParts, type TextMarks } from './keep-figures';
import { listPlaces, type SharedPlace } from './list-places';
import { redactRuns } from './redact-run';
import { type FoundKind, Redaction, type RedactionRules } from './redaction';
import type { SharePart } from './share-parts';

/** What a person wishes to share of a run. Values that are to be taken out are given by name. */
export interface ShareOptions extends Omit<RedactionRules, 'values'> {
  /** Names of inputs and variables. */
  readonly names: readonly string[];
  /** Keys and secrets that are known here: they are taken out in any case. */
  readonly secrets: readonly string[];
  /** What is in it beside its figures. */
  readonly parts: ReadonlySet<SharePart>;
  /** Whether the workflow is in it as a text, so that whoever opens the run in Heddle can change it. */
  readonly withWorkflow: boolean;
}

/** A run as others would see it, and what is said of it before. */
export interface PreparedShare {
  readonly contents: DescribedRun;
  /** What is taken out, by kind. */
  readonly found: readonly FoundKind[];
  /** What looks like a key, and is still in it: then it must not be written. */
  readonly suspects: readonly SuspectText[];
  /** The same, place by place: all is looked through once more. */
  readonly listPlaces: () => readonly SharedPlace[];
  readonly run: GatheredRun;
  /** The file of the run as it would be read, as JSONL. */
  readonly text: string;
  /** The same of the run that it is compared with; left out: none. */
  readonly comparedText?: string;
}

/**
 * Takes out of a run what a person wishes, and looks through all that is left. `compared`: a run that is in the file
 * beside it, of which the same is taken out.
 */
export function prepareShare(gathered: GatheredRun, wish: ShareOptions, compared?: GatheredRun): PreparedShare {
  const { parts, withWorkflow, names, secrets, ...rules } = wish;
  const marks: TextMarks = new Map();
  const given = [gathered, ...(compared === undefined ? [] : [compared])];
  const kept = given.map((run) => {
    const { document: _document, ...head } = run.head;
    const kept = keepParts(withWorkflow ? run : { ...run, head }, parts, marks);
    return parts.has('files') ? kept : leaveOutFiles(kept);
  });
  const values = new Map([...joinValues(given, names), ['secret', secrets.filter(isSecret)] as const]);
  const redaction = new Redaction({ ...rules, values });
  const [run = gathered, other] = redactRuns(kept, redaction);
  return {
    contents: { ...describeContents(run, parts), ...(other && { compared: describeContents(other, parts) }) },
    found: redaction.found,
    suspects: [run, ...(other ? [other] : [])].flatMap(findSuspects),
    listPlaces: () => kept.flatMap((one) => listPlaces(one, redaction)),
    run,
    text: writeGathered(run),
    ...(other && { comparedText: writeGathered(other) }),
  };
}

/** A shorter one is a placeholder, for servers that ask for any key: it occurs in many words. */
function isSecret({ length }: string): boolean {
  return length >= 8;
}

/** The names of the inputs and variables of a run. */
export function listNames({ head }: GatheredRun): readonly string[] {
  const plan = head['plan'];
  return isJsonObject(plan) && isJsonObject(plan['variables']) ? Object.keys(plan['variables']) : [];
}

/** The texts that are the values of some names in any of the runs, those within a list or an object too. */
function joinValues(runs: readonly GatheredRun[], names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const findTexts = ({ head: { plan } }: GatheredRun, name: string) => {
    const variables = isJsonObject(plan) && isJsonObject(plan['variables']) ? plan['variables'] : {};
    return Object.hasOwn(variables, name) ? listTexts(variables[name] as Json) : [];
  };
  return new Map(names.map((name) => [name, runs.flatMap((run) => findTexts(run, name))]));
}

function listTexts(value: Json): readonly string[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap((member) => listTexts(member as Json));
}

/** In how many places something is taken out. */
export function countPlaces(found: readonly FoundKind[]): number {
  return found.reduce((sum, { places }) => sum + places, 0);
}
