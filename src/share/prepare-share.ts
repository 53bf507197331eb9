import { isJsonObject, type Json } from '@/base/json';
import { type DescribedRun, describeContents, findSuspects, leaveOutFiles, type SuspectText } from './describe-run';
import { type GatheredRun, writeGathered } from './gathered-run';
import { keepFigures } from './keep-figures';
import { redactRun } from './redact-run';
import { type FoundKind, Redaction, type RedactionRules } from './redaction';
import type { ShareLevel } from './shared-file';

/** What a person wishes to share of a run. Values that are to be taken out are given by name. */
export interface ShareOptions extends Omit<RedactionRules, 'values'> {
  /** Names of inputs and variables. */
  readonly names: readonly string[];
  /** Keys and secrets that are known here: they are taken out in any case. */
  readonly secrets: readonly string[];
  /** Whether the files that models were sent, and that tools gave, are in it. */
  readonly withFiles: boolean;
  /** Whether its texts are in it, or only its figures. */
  readonly level: ShareLevel;
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
  readonly run: GatheredRun;
  /** The file of the run as it would be read, as JSONL. */
  readonly text: string;
}

/** Takes out of a run what a person wishes, and looks through all that is left. */
export function prepareShare(gathered: GatheredRun, wish: ShareOptions): PreparedShare {
  const { level, withFiles, withWorkflow, names, secrets, ...rules } = wish;
  const { document: _document, ...head } = gathered.head;
  const whole =
    level === 'figures' ? keepFigures(gathered, new Map()) : withWorkflow ? gathered : { ...gathered, head };
  const values = new Map([...findValues(gathered, names), ['secret', secrets.filter(isSecret)]]);
  const redaction = new Redaction({ ...rules, values });
  const run = redactRun(withFiles ? whole : leaveOutFiles(whole), redaction);
  return {
    contents: describeContents(run, level),
    found: redaction.found,
    suspects: findSuspects(run),
    run,
    text: writeGathered(run),
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

/** The texts that are the values of some names, those within a list or an object too. */
function findValues({ head }: GatheredRun, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const plan = head['plan'];
  const variables = isJsonObject(plan) && isJsonObject(plan['variables']) ? plan['variables'] : {};
  return new Map(names.map((name) => [name, Object.hasOwn(variables, name) ? listTexts(variables[name] as Json) : []]));
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
