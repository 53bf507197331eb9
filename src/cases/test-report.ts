import { escapeXmlText } from '@/base/escape-xml';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { computeBootstrapInterval, computeWilsonInterval } from './case-statistics';
import { shorten } from './evaluated-item';
import { describeAgreement, type JudgeAgreement } from './judge/judge-labels';
import type { RanCase } from './open-case';
import type { RanSample } from './run-case';

/** The run of a case as a page, or why it is not written. */
export type AttachedRun = { readonly file: string } | { readonly problem: string };

/** The address of a file for a link in a report; left out: the report has no place that a link could lead from. */
export type LinkTo = (file: string) => string;

/** All cases of one command, as its reports tell them. */
export interface Cohort {
  readonly id: string;
  readonly file: string;
  readonly hash: string;
  readonly cases: readonly RanCase[];
  readonly ms: number;
  /** Of calls that were made now. */
  readonly costUsd: number;
  readonly isPaused: boolean;
  /** How far people agree with its judges. */
  readonly agreements: readonly JudgeAgreement[];
  /** The runs of cases that are written as pages, by the id of the case. */
  readonly attached?: ReadonlyMap<string, AttachedRun>;
}

/** The sign of each verdict. */
export const verdictMarks = { passed: '✓', failed: '✗', flaky: '~', held: '–', error: '!', 'not run': '○' } as const;
const order = ['passed', 'failed', 'flaky', 'held', 'error', 'not run'] as const;

const count = (cases: readonly RanCase[], verdict: RanCase['verdict']): number =>
  cases.filter((one) => one.verdict === verdict).length;

/** What is wrong with a case, one sentence each. */
export function listCaseProblems({ problem, samples, verdict, passed, of, found }: RanCase): readonly string[] {
  if (problem !== undefined) return [problem];
  if (verdict === 'passed') return [];
  const rate = found.test.passRate ?? 1;
  const flaky = verdict === 'flaky' ? [`${passed} of ${of} passed, ${Math.ceil(rate * of - 1e-9)} needed.`] : [];
  const sample = samples.find((one) => one.verdict !== 'passed');
  const failed = (sample?.results ?? []).flatMap(({ expectation, state, reason }) => {
    const where = expectation.task === undefined ? '' : ` ${expectation.task}`;
    return state === 'passed' ? [] : [`${expectation.type}${where}: ${reason}`];
  });
  return [...flaky, ...(sample?.notes ?? []), ...failed];
}

/** What judges said of a case, also where they were content: one sentence each. */
function listJudgements({ samples }: RanCase): readonly string[] {
  const sample = samples.find((one) => one.verdict !== 'passed') ?? samples[0];
  return (sample?.results ?? []).flatMap(({ expectation, judgement, reason, state }) =>
    judgement === undefined || state !== 'passed' ? [] : [`${expectation.type} by ${judgement.model}: ${reason}`],
  );
}

/** The lines of the report in the terminal: cases that are not passed, and the sum. */
export function formatTextReport(cohort: Cohort): string {
  const { cases } = cohort;
  const lines = cases
    .filter(({ verdict }) => verdict !== 'passed')
    .flatMap((one) => {
      const [first = one.verdict, ...more] = listCaseProblems(one);
      return [`${verdictMarks[one.verdict]} ${one.found.id}  ${first}`, ...more.map((problem) => `    ${problem}`)];
    });
  return `${[...lines, ...listAgreements(cohort), formatSum(cohort)].join('\n')}\n`;
}

/** What a person should know of each judge: how far others agreed with it. Judges of one model are told together. */
function listAgreements({ agreements }: Cohort): readonly string[] {
  return [...new Set(agreements.map((one) => `${one.model}: ${describeAgreement(one)}`))];
}

/** `209 passed, 1 failed in 14 s, $0.018. Score 0.93 (0.89–0.96). Cohort …` */
function formatSum({ cases, ms, costUsd, id, isPaused }: Cohort): string {
  const counts = order.flatMap((verdict) => {
    const number = count(cases, verdict);
    return number === 0 ? [] : [`${number} ${verdict}`];
  });
  const scores = cases.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const interval = computeBootstrapInterval(scores, id);
  const range = interval === undefined ? '' : ` (${interval.low.toFixed(2)}–${interval.high.toFixed(2)})`;
  const rate = computeWilsonInterval(count(cases, 'passed'), cases.length);
  const share =
    rate === undefined
      ? ''
      : ` Passed ${percent(count(cases, 'passed') / cases.length)} of ${cases.length} (${percent(rate.low)}–${percent(rate.high)}).`;
  const paused = isPaused ? ' Paused: heddle test --resume continues it.' : '';
  return `${counts.join(', ') || 'No case'} in ${(ms / 1000).toFixed(1)} s, ${formatUsd(costUsd)}. Score ${mean.toFixed(2)}${range}.${share} Cohort ${id}${paused}`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A sum in USD, with as many digits as say something. */
export function formatUsd(usd: number): string {
  return usd === 0 ? '$0' : usd < 0.01 ? `$${Number(usd.toPrecision(2))}` : `$${usd.toFixed(2)}`;
}

/** The report for other programs. */
export function buildJsonReport(cohort: Cohort): JsonObject {
  const { cases, id, file, hash, costUsd, ms } = cohort;
  return {
    version: 1,
    document: file,
    hash,
    cohort: id,
    totals: {
      cases: cases.length,
      ...Object.fromEntries(order.map((verdict) => [verdict.replace(' ', '_'), count(cases, verdict)])),
      score: cases.reduce((sum, { score }) => sum + score, 0) / Math.max(1, cases.length),
      cost_usd: costUsd,
      ms: Math.round(ms),
      metrics: computeMetrics(cases),
    },
    ...(cohort.agreements.length > 0 && {
      judges: cohort.agreements.map(({ judge, model, agreed, of, kappa = null, isChecked }) => {
        return { hash: judge, model, agreed, of, kappa, checked: isChecked };
      }),
    }),
    cases: cases.map(formatCaseJson),
  };
}

/** The mean score of each named metric. */
export function computeMetrics(cases: readonly RanCase[]): JsonObject {
  const sums = new Map<string, { sum: number; weight: number }>();
  for (const { samples } of cases) {
    for (const { expectation, score } of samples.flatMap(({ results }) => results)) {
      if (expectation.metric === undefined) continue;
      const { sum, weight } = sums.get(expectation.metric) ?? { sum: 0, weight: 0 };
      const own = expectation.weight ?? 1;
      sums.set(expectation.metric, { sum: sum + score * own, weight: weight + own });
    }
  }
  return Object.fromEntries([...sums].map(([name, { sum, weight }]) => [name, weight === 0 ? 0 : sum / weight]));
}

function formatCaseJson(one: RanCase): JsonObject {
  const { found, verdict, passed, of, score, samples } = one;
  const sum = (figure: (sample: RanSample) => number) => samples.reduce((total, sample) => total + figure(sample), 0);
  const sample = samples.find((ran) => ran.verdict !== 'passed') ?? samples[0];
  return {
    id: found.id,
    verdict,
    passed,
    of,
    score,
    expect: (sample?.results ?? []).map(({ expectation, state, score: own, reason, saw, judgement }): Json => {
      const { type, task = null } = expectation;
      const item = { type, task, pass: state === 'passed', state, score: own, reason, saw };
      if (judgement === undefined) return item;
      const { key, judge, model, isPassed } = judgement;
      return { ...item, judge: { model, hash: judge, judgement: key, pass: isPassed } };
    }),
    notes: [...listCaseProblems(one)],
    run: samples.find(({ run }) => run !== undefined)?.run ?? null,
    asked: sum(({ asked }) => asked),
    ...(samples.some(({ judge }) => judge !== undefined) && {
      judge: {
        kept: sum(({ judge }) => judge?.kept ?? 0),
        asked: sum(({ judge }) => judge?.asked ?? 0),
        cost_usd: samples.some(({ judge }) => judge?.costUsd === null) ? null : sum(({ judge }) => judge?.costUsd ?? 0),
      },
    }),
    cost_usd: samples.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
    tokens: sum(({ tokens }) => tokens),
    ms: Math.round(sum(({ ms }) => ms)),
  };
}

/** The report as JUnit has it: a suite for the document, a case for each of its cases. */
export function formatJUnitReport({ file, cases, ms }: Cohort): string {
  const suite = file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  const failures = cases.filter(
    ({ verdict, isThrough }) => !isThrough && (verdict === 'failed' || verdict === 'flaky'),
  ).length;
  const errors = cases.filter(({ verdict }) => verdict === 'held' || verdict === 'error').length;
  const skipped = count(cases, 'not run');
  const seconds = (time: number) => (time / 1000).toFixed(3);
  const lines = cases.map((one) => {
    const { found, samples, verdict } = one;
    const [, name = found.id] = /^[^/]*\/(.*)$/s.exec(found.id) ?? [];
    const time = seconds(samples.reduce((sum, sample) => sum + sample.ms, 0));
    const text = listCaseProblems(one).join('\n');
    const said = [...(one.isThrough ? [text] : []), ...listJudgements(one)].filter((line) => line !== '').join('\n');
    const message = escapeXmlText(shorten(text.split('\n')[0] ?? '', 200));
    const isFailure = verdict === 'failed' || verdict === 'flaky';
    const element = isFailure ? 'failure' : verdict === 'not run' ? 'skipped' : 'error';
    const type = element === 'skipped' ? '' : ` type="${verdict}"`;
    const told = said === '' ? '' : `<system-out>${escapeXmlText(said)}</system-out>`;
    const body = one.isThrough
      ? told
      : `<${element} message="${message}"${type}>${escapeXmlText(text)}</${element}>${told}`;
    return `    <testcase classname="${escapeXmlText(`${suite}.${found.testId}`)}" name="${escapeXmlText(name)}" time="${time}">${body}</testcase>`;
  });
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds(ms)}"`;
  // Of a case, Jenkins' schema allows no properties.
  const runs = cases.flatMap(({ found, samples }) =>
    samples.flatMap(({ run }) =>
      run === undefined ? [] : [`<property name="run of ${escapeXmlText(found.id)}" value="${run}"/>`],
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapeXmlText(suite)}" ${counts} skipped="${skipped}">`,
    `    <properties>${runs.join('')}</properties>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** The most bytes of a report in Markdown. */
const mostMarkdown = 60_000;

/**
 * The report as Markdown: the sum, what changed against a baseline, and each case that is not passed, or that a model
 * judged, folded.
 */
export function formatMarkdownReport(cohort: Cohort, changes: readonly string[], linkTo?: LinkTo): string {
  const head = [
    `${escapeXmlText(formatSum(cohort))}`,
    '',
    ...listAgreements(cohort).map((line) => `${escapeMarkdown(line)}\n`),
  ];
  const changed = changes.length === 0 ? [] : ['| changed | |', '| --- | --- |', ...changes.map(formatChangeRow), ''];
  const failed = cohort.cases
    .filter((one) => one.verdict !== 'passed' || listJudgements(one).length > 0)
    .toSorted((a, b) => Number(a.verdict === 'passed') - Number(b.verdict === 'passed'))
    .map((one) => {
      const problems = [...listCaseProblems(one), ...listJudgements(one)]
        .map((problem) => `<li>${escapeMarkdown(problem)}</li>`)
        .join('');
      const run = formatRun(cohort, one, linkTo, escapeMarkdown);
      return `<details><summary>${verdictMarks[one.verdict]} ${escapeMarkdown(one.found.id)}: ${one.verdict}</summary><ul>${problems}${run}</ul></details>`;
    });
  const lines = [...head, ...changed];
  let bytes = lines.join('\n').length;
  let left = failed.length;
  for (const line of failed) {
    bytes += line.length * 2;
    if (bytes > mostMarkdown) break;
    lines.push(line);
    left -= 1;
  }
  return `${[...lines, ...(left === 0 ? [] : [`${left} more are not shown.`])].join('\n')}\n`;
}

const formatChangeRow = (change: string): string => `| ${escapeMarkdown(change)} | |`;

/** A text that is neither markup nor a mention or link in Markdown. */
function escapeMarkdown(text: string): string {
  return escapeXmlText(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]()|~#@!:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The run of a case as an item of a list: a link to it, if the report is written somewhere. */
function formatRun(
  { attached }: Cohort,
  { found }: RanCase,
  linkTo: LinkTo | undefined,
  escapeText: (text: string) => string,
): string {
  const run = attached?.get(found.id);
  if (run === undefined) return '';
  if ('problem' in run) return `<li>${escapeText(run.problem)}</li>`;
  if (linkTo === undefined) return `<li>Its run: ${escapeText(run.file)}</li>`;
  return `<li><a href="${escapeXmlText(linkTo(run.file))}">Its run</a></li>`;
}

/** The report as one page without scripts, which shows texts of models as text only. */
export function formatHtmlReport(cohort: Cohort, linkTo?: LinkTo): string {
  const rows = cohort.cases.map((one) => {
    const said = [...listCaseProblems(one), ...listJudgements(one)].map(
      (problem) => `<li>${escapeXmlText(problem)}</li>`,
    );
    const problems = [...said, formatRun(cohort, one, linkTo, escapeXmlText)].join('');
    const sample = one.samples.find(({ verdict }) => verdict !== 'passed');
    const saw = (sample?.results ?? [])
      .filter(({ state }) => state !== 'passed')
      .map((result) => `<pre>${escapeXmlText(result.saw)}</pre>`)
      .join('');
    const body =
      problems === ''
        ? ''
        : `<details><summary>${escapeXmlText(one.found.id)}</summary><ul>${problems}</ul>${saw}</details>`;
    return `<tr><td>${verdictMarks[one.verdict]} ${one.verdict}</td><td>${body || escapeXmlText(one.found.id)}</td><td>${one.score.toFixed(2)}</td><td>${one.passed} of ${one.of}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXmlText(cohort.file)}: tests</title>
<style>body{font:15px/1.5 system-ui;margin:2rem;color-scheme:light dark}td,th{padding:.25rem .75rem;text-align:left;vertical-align:top}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style></head>
<body><h1>${escapeXmlText(cohort.file)}</h1><p>${escapeXmlText(formatSum(cohort))}</p>${listAgreements(cohort)
    .map((line) => `<p>${escapeXmlText(line)}</p>`)
    .join('')}
<table><thead><tr><th>verdict</th><th>case</th><th>score</th><th>passed</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`;
}

/** What an earlier report says of each case, by id; undefined: it is no report. */
export function readBaseline(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const value = JSON.parse(text) as { readonly version?: unknown; readonly cases?: unknown };
    if (value.version !== 1 || !Array.isArray(value.cases)) return undefined;
    return new Map(
      (value.cases as readonly { readonly id?: unknown; readonly verdict?: unknown }[]).map(({ id, verdict }) => [
        String(id),
        String(verdict),
      ]),
    );
  } catch {
    return undefined;
  }
}

/** Text of a report for other programs. */
export function formatJsonReport(cohort: Cohort): string {
  return `${encodeJson(buildJsonReport(cohort), 2)}\n`;
}
