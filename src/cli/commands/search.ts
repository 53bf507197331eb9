import { defined } from '@/base/defined';
import { formatCost } from '@/base/figures';
import { splitByWords } from '@/base/find-words';
import { err, ok, type Result } from '@/base/result';
import { cutToStart } from '@/base/start-of';
import { searchRuns } from '@/host/search-runs';
import { formatAnnotations } from '@/run/annotations';
import { getNearestTaskPath } from '@/run/journal-path';
import type { RunOwner } from '@/run/runner';
import type { FoundRun, FoundText, SearchSummary } from '@/run/search/found-run';
import { queryStatuses, type RunQuery, searchedPlaces } from '@/run/search/run-query';
import { searchTerms } from '@/run/search/search-terms';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import { formatPlainLine } from '../plain-line';
import { openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';

interface SearchFlags extends StoreFlags {
  readonly in?: string | undefined;
  readonly status?: string | undefined;
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly tag?: string | undefined;
  readonly star?: boolean | undefined;
  readonly cost?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Searches the runs of a journal, newest first, and prints what is found as the search goes on. */
export async function printFoundRuns(args: readonly string[], wishes: SearchFlags, io: Io): Promise<ExitCode> {
  const query = parseQuery(args.join(' '), wishes);
  if (!query.ok) return printRefusal(io, query.error);
  const { journal, place } = await openJournal(io, undefined, wishes);
  const stop = new AbortController();
  const release = io.machine.onStop(() => stop.abort());
  const terms = searchTerms(query.value.text ?? '');
  let last: string | undefined;
  let found = 0;
  try {
    const owner = async (id: string): Promise<RunOwner> =>
      (await journal.locks.holder(id)) === undefined ? 'nobody' : 'elsewhere';
    const host = { stores: journal, clock: nodeClock, owner };
    const end = await searchRuns(
      host,
      query.value,
      (news) => {
        for (const { run, texts, hasMore } of news.found) {
          if (wishes.json === true)
            io.out.write(
              texts.map((text) => `${formatFoundJson(run, text)}\n`).join('') ||
                (run.id === last ? '' : `${formatFoundJson(run)}\n`),
            );
          else {
            if (run.id !== last) io.out.write(formatRunLine(run));
            io.out.write(texts.map((text) => formatTextLine(text, terms, io)).join(''));
            if (hasMore) io.out.write('    and more\n');
          }
          if (run.id !== last) found += 1;
          last = run.id;
        }
      },
      stop.signal,
    );
    io.err.write(endWords(found, end, place?.name ?? 'memory'));
    return exitCodes.fine;
  } finally {
    release();
    journal.close();
  }
}

function parseQuery(
  text: string,
  { in: place, status, task, model, tag, star, cost }: SearchFlags,
): Result<RunQuery, string> {
  const wantedPlace = searchedPlaces.find((one) => one === place);
  if (place !== undefined && wantedPlace === undefined)
    return err(`--in ${place}: one of ${searchedPlaces.join(', ')}.`);
  const wanted = queryStatuses.find((one) => one === status);
  if (status !== undefined && wanted === undefined)
    return err(`--status ${status}: one of ${queryStatuses.join(', ')}.`);
  const costs = cost === undefined ? {} : parseCosts(cost);
  if (costs === undefined) return err(`--cost ${cost}: an amount in USD is expected, or two: 0.10, 0.10..2, ..2.`);
  return ok({
    ...defined({
      text: text.trim() !== '' ? cutToStart(text, 1000) : undefined,
      place: wantedPlace,
      status: wanted,
      task,
      model,
      tag,
      starred: star === true || undefined,
    }),
    ...costs,
  });
}

/** `0.10..2`: from, to. One of the two can be left out; an amount alone is the least. */
function parseCosts(written: string): Pick<RunQuery, 'costFrom' | 'costTo'> | undefined {
  const amount = '(\\d+(?:\\.\\d+)?)?';
  const [, from, dots, to] = new RegExp(`^${amount}(\\.\\.)?${amount}$`).exec(written) ?? [];
  if (from === undefined && to === undefined) return undefined;
  if (to !== undefined && dots === undefined) return undefined;
  return { ...(from !== undefined && { costFrom: Number(from) }), ...(to !== undefined && { costTo: Number(to) }) };
}

function formatRunLine({ id, name, status, totals, annotations }: FoundRun): string {
  const cost = totals.costUsd > 0 ? formatCost(totals.costUsd) : '';
  return `${[id, status, cost, formatPlainLine(name), formatPlainLine(formatAnnotations(annotations))].filter(Boolean).join('  ')}\n`;
}

function formatTextLine({ seq, path, role, snippet }: FoundText, terms: readonly string[], { out }: Io): string {
  const line = formatPlainLine(snippet);
  const marked = out.coloured
    ? splitByWords(terms, line)
        .map(({ text, isFound }) => (isFound ? `\u001b[1m${text}\u001b[22m` : text))
        .join('')
    : line;
  return `    ${seq} ${[role, formatPlainLine(getNearestTaskPath(path))].filter(Boolean).join(' ')}${marked && `: ${marked}`}\n`;
}

function formatFoundJson(run: FoundRun, text?: FoundText): string {
  const { id, workflowId, name, status, startedAt, totals, annotations } = run;
  const place = text && { event: text.seq, path: text.path, role: text.role, model: text.model, snippet: text.snippet };
  return JSON.stringify({
    run: id,
    workflow: workflowId,
    name,
    status,
    startedAt,
    costUsd: totals.costUsd,
    annotations,
    ...place,
  });
}

function endWords(
  found: number,
  { runs, goneTexts, goneRuns, damagedRuns, isWhole }: SearchSummary,
  folder: string,
): string {
  const lines = [`${found} of ${runs} runs searched in ${folder}.`];
  if (!isWhole) lines.push('Older runs were not searched: add a condition to find less.');
  if (goneTexts > 0)
    lines.push(`${goneTexts} texts of ${goneRuns} runs are no longer stored; their starts were searched.`);
  if (damagedRuns > 0) lines.push(`${damagedRuns} runs could not be read as a whole.`);
  return lines.map((line) => `${line}\n`).join('');
}
