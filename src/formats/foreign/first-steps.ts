import type { ImportReport, ReportLine } from './import-report';

/** Something that a person does before the first real run of what was imported. */
export interface FirstStep {
  /** What it is about: a secret or a node, by its name. */
  readonly about: string;
  readonly todo: NonNullable<ReportLine['todo']>;
  /** Whether it is a secret that has to be given its value. */
  readonly isSecret: boolean;
}

/**
 * What a person does before the first real run: the secrets that have to be given, then what the lines say is to be
 * done, as to give a stand-in its body, or a task its tools.
 */
export function listFirstSteps({ lines, secrets }: Pick<ImportReport, 'lines' | 'secrets'>): readonly FirstStep[] {
  const names = new Set(secrets.map(({ name }) => name));
  const isAsSecret = (line: ReportLine) => line.new.some((path) => path.startsWith('secrets.'));
  for (const line of lines) for (const path of line.new) if (path.startsWith('secrets.')) names.add(path.slice(8));
  return [
    ...[...names].map((name) => ({ about: name, todo: { label: 'Give its value' }, isSecret: true })),
    ...lines.flatMap((line): FirstStep[] =>
      line.todo === undefined || isAsSecret(line) ? [] : [{ about: line.old, todo: line.todo, isSecret: false }],
    ),
  ];
}
