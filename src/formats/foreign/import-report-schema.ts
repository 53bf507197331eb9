import { z } from 'zod';
import type { ImportReport } from './import-report';

const count = z.number().int().min(0);
const range = z.object({ low: z.number(), high: z.number() });

/** A report as it is stored. */
export const importReportSchema: z.ZodType<ImportReport> = z.object({
  format: z.string(),
  version: z.string(),
  reader: z.string(),
  what: z.string(),
  counts: z.object({ exact: count, adapted: count, dropped: count }),
  lines: z.array(
    z.object({
      place: z.string(),
      old: z.string(),
      new: z.array(z.string()),
      mark: z.enum(['exact', 'adapted', 'dropped']),
      why: z.string(),
      todo: z
        .object({
          label: z.string(),
          command: z.object({ name: z.literal('open_task'), path: z.string() }).exactOptional(),
          script: z.string().exactOptional(),
        })
        .exactOptional(),
    }),
  ),
  secrets: z.array(z.object({ name: z.string(), where: z.string() })),
  warnings: z.array(z.string()),
  dryRun: z.object({ ran: count, skipped: count, failed: count, problems: z.array(z.string()) }).exactOptional(),
  realRun: z
    .object({
      ...{ calls: range, costUsd: range },
      ...{ unpriced: z.array(z.string()), uncounted: z.array(z.string()), models: z.array(z.string()) },
      isCut: z.literal(true).exactOptional(),
    })
    .exactOptional(),
});
