import { formatCount } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import { type FirstStep, listFirstSteps } from '@/formats/foreign/first-steps';
import type { ImportReport, ReportLine } from '@/formats/foreign/import-report';
import { formatRealRun } from '@/plan/estimate/real-run';

/** A report as Markdown. Texts of the file are shown as texts: no markup of theirs counts. */
export function formatReport(file: string, report: ImportReport): string {
  const { what, counts, lines, secrets, warnings, dryRun, realRun, reader } = report;
  const steps = listFirstSteps(report);
  const parts = [
    `# ${escapeMarkdown(file)}`,
    '',
    `${what} Read by ${reader}.`,
    '',
    `Of ${formatCount(counts.exact + counts.adapted + counts.dropped, 'node')} ${counts.exact} exact, ${counts.adapted} adapted, ${counts.dropped} dropped. ${formatCount(lines.length, 'line')}.`,
    ...warnings.map((warning) => `\n${escapeMarkdown(warning)}`),
    ...(dryRun === undefined ? [] : ['', formatDryRun(dryRun)]),
    ...(realRun === undefined ? [] : ['', escapeMarkdown(formatRealRun(realRun)), ...formatLeftOut(realRun)]),
    ...(steps.length === 0
      ? []
      : ['', '## Before the first real run', '', ...steps.slice(0, mostSteps).map(formatStep)]),
    ...(steps.length <= mostSteps ? [] : [`- And ${steps.length - mostSteps} more: see the lines.`]),
    ...(secrets.length === 0
      ? []
      : [
          '',
          '## Secrets',
          '',
          'Their values were taken out. Add each under its name before a run.',
          '',
          ...formatSecrets(secrets),
        ]),
    '',
    '## Lines',
    '',
    '| result | there | here | why |',
    '| --- | --- | --- | --- |',
    ...lines.map(formatLine),
    '',
  ];
  return `${parts.join('\n')}\n`;
}

/** The most steps that are listed: each of them is in its line too. */
const mostSteps = 50;

const formatStep = ({ about, todo }: FirstStep): string => `- ${escapeMarkdown(about)}: ${escapeMarkdown(todo.label)}`;

function formatLeftOut({ uncounted, models }: NonNullable<ImportReport['realRun']>): string[] {
  if (models.length === 0) return [];
  return ['', `It asks ${escapeMarkdown(models.join(', '))}. Not counted: ${escapeMarkdown(uncounted.join('; '))}.`];
}

function formatDryRun({ ran, skipped, failed, problems }: NonNullable<ImportReport['dryRun']>): string {
  const told = problems.map((problem) => `\n- ${escapeMarkdown(problem)}`).join('');
  return `Dry run: ${formatCount(ran, 'task')} ran, ${skipped} skipped, ${failed} failed. Nothing was sent.${told}`;
}

function formatSecrets(secrets: ImportReport['secrets']): string[] {
  const places = new Map<string, string[]>();
  for (const { name, where } of secrets) places.set(name, [...(places.get(name) ?? []), where]);
  return [...places].map(([name, where]) => `- ${escapeMarkdown(name)} (${where.map(escapeMarkdown).join(', ')})`);
}

function formatLine({ mark, old, new: paths, why, todo }: ReportLine): string {
  const here = paths.length === 0 ? '–' : paths.map(escapeMarkdown).join(', ');
  const next = todo === undefined ? '' : ` (${todo.label})`;
  return `| ${mark} | ${escapeMarkdown(old)} | ${here} | ${escapeMarkdown(why)}${next} |`;
}

const escapeMarkdown = (text: string): string =>
  makeLineVisible(text.replace(/\s+/g, ' '), 300).replace(/[\\`*_[\]<>|#&]/g, '\\$&');
