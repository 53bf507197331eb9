import { z } from 'zod';
import { encodeJson, tryParseJson } from '@/base/json-text';
import type { Judgement } from '../evaluated-item';

const labelSchema = z.object({
  /** `Judgement.key` and `Judgement.judge`. */
  ...{ judgement: z.string(), judge: z.string() },
  /** What the judge found: whether it holds. */
  pass: z.boolean(),
  /** What a person says of that. */
  agree: z.boolean(),
  /** For a person who reads the file. */
  ...{ case: z.string().optional(), type: z.string().optional(), model: z.string().optional() },
});

/** What a person says of a judgement. */
export type JudgeLabel = z.infer<typeof labelSchema>;

/** The labels in a file, the newest of each judgement. A line that is none says nothing. */
export function readLabels(text: string): ReadonlyMap<string, JudgeLabel> {
  const read = text.split('\n').flatMap((line) => labelSchema.safeParse(tryParseJson(line)).data ?? []);
  return new Map(read.map((label) => [label.judgement, label]));
}

/** The file with a label in place of the one of the same judgement; other lines stay as they are. */
export function putLabel(text: string, label: JudgeLabel): string {
  return [...listOtherLines(text, label.judgement), encodeJson(label), ''].join('\n');
}

/** The file without what was said of a judgement. */
export function removeLabel(text: string, judgement: string): string {
  return [...listOtherLines(text, judgement), ''].join('\n');
}

const listOtherLines = (text: string, judgement: string): readonly string[] =>
  text.split('\n').filter((line) => {
    const read = labelSchema.safeParse(tryParseJson(line)).data;
    return line.trim() !== '' && read?.judgement !== judgement;
  });

/** How far people agree with a judge. */
export interface JudgeAgreement {
  readonly judge: string;
  /** As `provider:name`. */
  readonly model: string;
  readonly agreed: number;
  readonly of: number;
  /** Cohen's kappa: agreement beyond chance, 1 at most. Undefined: there are too few labels. */
  readonly kappa: number | undefined;
  /** Whether people agree so far that its scores can be relied on. */
  readonly isChecked: boolean;
}

/** Fewer labels say too little of a judge. */
const fewestLabels = 20;
const leastKappa = 0.4;

/**
 * How far people agree with the judges of some judgements, each judge once. What a person said of a judgement that was
 * made anew and came out otherwise says nothing of the judge of today.
 */
export function computeAgreement(
  judgements: readonly Judgement[],
  labels: ReadonlyMap<string, JudgeLabel>,
): readonly JudgeAgreement[] {
  const models = new Map(judgements.map(({ judge, model }) => [judge, model]));
  const found = new Map(judgements.map(({ key, isPassed }) => [key, isPassed]));
  return [...models].map(([judge, model]) => {
    const own = [...labels.values()].filter(
      (label) => label.judge === judge && (found.get(label.judgement) ?? label.pass) === label.pass,
    );
    const agreed = own.filter(({ agree }) => agree).length;
    const kappa = own.length < fewestLabels ? undefined : computeKappa(own);
    return { judge, model, agreed, of: own.length, kappa, isChecked: kappa !== undefined && kappa >= leastKappa };
  });
}

/** Cohen's kappa of a judge and of people (en.wikipedia.org/wiki/Cohen%27s_kappa). */
function computeKappa(labels: readonly JudgeLabel[]): number {
  const share = (isIn: (label: JudgeLabel) => boolean) => labels.filter(isIn).length / labels.length;
  const observed = share(({ agree }) => agree);
  const judged = share(({ pass }) => pass);
  const said = share(({ pass, agree }) => pass === agree);
  const byChance = judged * said + (1 - judged) * (1 - said);
  // Where both always say the same, agreement is whole, and chance says nothing against it.
  return byChance === 1 ? 1 : (observed - byChance) / (1 - byChance);
}

/** `agreed with in 18 of 20 (κ 0.71)`, as a person reads it. */
export function describeAgreement({ agreed, of, kappa, isChecked }: JudgeAgreement): string {
  if (of === 0) return 'judge not checked';
  const share = `people agree in ${agreed} of ${of}`;
  if (kappa === undefined) return `${share}, judge not checked: ${fewestLabels} are needed`;
  return `${share} (κ ${kappa.toFixed(2)})${isChecked ? '' : ', judge not checked'}`;
}
