import { z } from 'zod';
import type { InputKind, ModelFacts } from '@/plan/model-facts';

const usd = z.number().min(0).max(1_000_000);
const tokens = z.number().int().min(1).max(1_000_000_000);
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly NonNullable<
  ModelFacts['defaultEffort']
>[];
const kinds = ['image', 'pdf', 'audio'] as const satisfies readonly InputKind[];
const parameter = z.string().min(1).max(100);

/** Facts that a person sets for a model, replacing the known ones. Facts that are left out stay as they are known. */
export const ownFactsSchema = z.strictObject({
  window: tokens.optional(),
  maxOutput: tokens.optional(),
  price: z
    .strictObject({
      inputPerMillion: usd,
      outputPerMillion: usd,
      cacheReadPerMillion: usd.optional(),
      cacheWritePerMillion: usd.optional(),
    })
    .optional(),
  takes: z.array(z.enum(kinds)).max(kinds.length).optional(),
  efforts: z.array(z.enum(efforts)).max(efforts.length).optional(),
  defaultEffort: z.enum(efforts).optional(),
  refuses: z.array(parameter).max(100).optional(),
  endsOn: z.iso.date().optional(),
  replacement: z.string().min(1).max(200).optional(),
});
export type OwnFacts = z.infer<typeof ownFactsSchema>;

/** The facts that a person set for a model, with their date. */
export interface OwnEntry {
  readonly provider: string;
  readonly model: string;
  readonly facts: OwnFacts;
  /** ISO date. */
  readonly date: string;
}
