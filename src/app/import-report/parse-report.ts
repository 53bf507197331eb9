import type { ImportReport } from '@/formats/foreign/import-report';
import { importReportSchema } from '@/formats/foreign/import-report-schema';

/** A report as it is stored; undefined if it cannot be read. */
export function parseReport(stored: string): ImportReport | undefined {
  try {
    return importReportSchema.parse(JSON.parse(stored));
  } catch {
    return undefined;
  }
}
