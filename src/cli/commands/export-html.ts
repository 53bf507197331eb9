import { basename, dirname, resolve } from 'node:path';
import { formatBytes, formatCount } from '@/base/figures';
import { hashText } from '@/base/hash';
import { type GatheredRun, gatherRun } from '@/share/gathered-run';
import { countPlaces, listNames, type PreparedShare, prepareShare, type ShareOptions } from '@/share/prepare-share';
import { type SharePart, shareParts, textParts } from '@/share/share-parts';
import { formatContents, formatFound } from '@/share/share-words';
import { type ShareLevel, shareLevels, writeSharedFile } from '@/share/shared-file';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { listSecretValues } from '../processes/process-env';
import { findRun } from '../run/find-run';
import type { OpenRun } from '../runs/open-run';

export interface HtmlFlags {
  /** Where the file is written. */
  readonly file: string;
  /** What is taken out, separated by commas. */
  readonly redact?: string | undefined;
  readonly files?: boolean | undefined;
  /** `all`, or `figures`: without texts. */
  readonly level?: string | undefined;
  /** What is in it beside its figures, separated by commas. */
  readonly parts?: string | undefined;
  readonly title?: string | undefined;
  readonly address?: string | undefined;
  /** A run that is in the file beside it. */
  readonly compare?: string | undefined;
}

/**
 * Writes a run as one HTML file, with the page that shows it. First it says what will be seen; a run in which something
 * looks like a key is not written.
 */
export async function exportHtml(open: OpenRun, flags: HtmlFlags, io: Io): Promise<ExitCode> {
  const { journal, execution } = open;
  const page = await io.machine.filePage();
  if (page === undefined) return printRefusal(io, 'The page for shared runs is not there. npm run build makes it.');
  const address = readAddress(flags.address);
  if (address === false) return printRefusal(io, '--address is where Heddle is: https://… or http://….');
  const level = shareLevels.find((one) => one === (flags.level ?? 'all'));
  if (level === undefined) return printRefusal(io, '--level is all, or figures: the run without its texts.');
  const parts = readParts(flags, level);
  if (typeof parts === 'string') return printRefusal(io, parts);
  if (level === 'figures' && (flags.files || address !== undefined))
    return printRefusal(io, '--level figures leaves texts and files out. Leave --files and --address away.');
  const compared = flags.compare === undefined ? undefined : await findRun(io, open, undefined, flags.compare, true);
  if (compared?.ok === false) return printRefusal(io, `--compare: ${compared.error}`);
  if (compared?.value.id === execution.id)
    return printRefusal(io, '--compare is the run that is exported. Name another: heddle runs lists them.');
  const gather = (id: string) => gatherRun(writeRunFile(journal, id, { payloads: true, secrets: [] }));
  const gathered = await gather(execution.id);
  const wish = readWish(flags, gathered, listSecretValues(io.machine.env));
  if (typeof wish === 'string') return printRefusal(io, wish);
  const document = await readSourceText(io, await journal.sources.get(execution.id));
  const head = { ...gathered.head, ...(document === undefined ? {} : { document }) };
  const other = compared && (await gather(compared.value.id));
  const share = prepareShare({ ...gathered, head }, { ...wish, parts }, other);
  printContents(io, share);
  if (share.suspects.length > 0) return refuseKeys(io, share);
  const title = flags.title ?? `${execution.name}, run of ${execution.startedAt.slice(0, 10)}`;
  const html = await writeSharedFile(
    page,
    {
      ...{ title, madeAt: new Date(io.machine.now()).toISOString(), takenOut: countPlaces(share.found), address },
      ...{ level: share.contents.level, leftOut: textParts.filter((part) => !parts.has(part)) },
    },
    share.text,
    share.comparedText,
  );
  const bytes = new TextEncoder().encode(html);
  const path = resolve(io.machine.folder, flags.file);
  const content = {
    file: undefined,
    pages: async function* () {
      yield bytes;
    },
  };
  await io.machine.outputs(dirname(path)).write(basename(path), content);
  io.err.write(
    `Run ${execution.id} is in ${flags.file}, ${formatBytes(bytes.length)}. It opens in a browser, and sends nothing.\n`,
  );
  return exitCodes.fine;
}

function readAddress(written: string | undefined): string | undefined | false {
  if (written === undefined) return undefined;
  return /^https?:\/\//i.test(written) && URL.canParse(written) ? written : false;
}

/** What `--parts`, `--files` and `--level` say is in it. A text: why not. */
function readParts({ parts, files }: HtmlFlags, level: ShareLevel): ReadonlySet<SharePart> | string {
  const named = parts?.split(',').map((part) => part.trim());
  if (named !== undefined && level === 'figures') return '--level figures is without parts. Leave --parts away.';
  const unknown = named?.find((part) => !(shareParts as readonly string[]).includes(part));
  if (unknown !== undefined) return `--parts ${unknown}: the parts are ${shareParts.join(', ')}.`;
  const wished = level === 'figures' ? [] : (named ?? textParts);
  return new Set([...(wished as readonly SharePart[]), ...(files ? (['files'] as const) : [])]);
}

/** What `--redact` says: `keys,mails,phones`, names of inputs and variables, and `/patterns/`. A text: why not. */
export function readWish(
  { redact = '' }: Pick<HtmlFlags, 'redact'>,
  gathered: GatheredRun,
  secrets: readonly string[],
): ShareOptions | string {
  const rules = redact.match(/\/(?:\\.|[^/\\])+\/|[^,]+/g)?.map((rule) => rule.trim()) ?? [];
  const known = listNames(gathered);
  const kinds = new Set(['keys', 'mails', 'phones']);
  const patterns: RegExp[] = [];
  const names: string[] = [];
  for (const rule of rules) {
    if (kinds.has(rule)) continue;
    const pattern = /^\/(.+)\/$/.exec(rule)?.[1];
    if (pattern !== undefined) {
      try {
        patterns.push(new RegExp(pattern, 'gu'));
      } catch (error) {
        return `--redact ${rule}: ${(error as Error).message}.`;
      }
    } else if (known.includes(rule)) names.push(rule);
    else
      return `--redact ${rule}: it is keys, mails, phones, a /pattern/, or an input or variable of the run${known.length === 0 ? '' : ` (${known.join(', ')})`}.`;
  }
  const has = (kind: string) => rules.includes(kind);
  return {
    ...{ keys: has('keys'), mails: has('mails'), phones: has('phones') },
    ...{ patterns, names, secrets, parts: new Set(textParts), withWorkflow: true },
  };
}

/** The text of the workflow, if it is still what the run was started from. */
async function readSourceText(
  io: Io,
  source: { readonly file: string; readonly hash: string } | undefined,
): Promise<string | undefined> {
  if (source === undefined || source.file === '-') return undefined;
  try {
    const text = new TextDecoder().decode(await io.readRegular(source.file, longestWorkflow));
    return hashText(text) === source.hash ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The most bytes of a workflow. */
const longestWorkflow = 5_000_000;

function printContents(io: Io, { contents, found }: PreparedShare): void {
  io.err.write('Others will see:\n');
  for (const { what, detail } of formatContents(contents))
    io.err.write(`  ${formatPlainLine(detail === '' ? what : `${what}: ${detail}`)}\n`);
  if (found.length > 0) io.err.write('Taken out:\n');
  for (const kind of found) io.err.write(`  ${formatPlainLine(formatFound(kind))}\n`);
}

function refuseKeys(io: Io, { suspects }: PreparedShare): ExitCode {
  const shown = suspects.slice(0, mostShown);
  for (const { masked, where } of shown)
    io.err.write(`  looks like a key: ${formatPlainLine(`${masked}, ${where}`)}\n`);
  if (suspects.length > shown.length) io.err.write(`  and ${suspects.length - shown.length} more\n`);
  const count = formatCount(suspects.length, 'text');
  return printRefusal(
    io,
    `Nothing was written: ${count} in it ${suspects.length === 1 ? 'looks' : 'look'} like a key. --redact keys takes ${suspects.length === 1 ? 'it' : 'them'} out.`,
  );
}

/** The most texts that are listed. */
const mostShown = 20;
