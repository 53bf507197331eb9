import { defined } from '@/base/defined';
import { encodeJson } from '@/base/json-text';
import { ok } from '@/base/result';
import { createPriceLookup } from '@/plan/estimate/estimate';
import { makePlan } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import { loadTokenCounter } from '@/providers/token-counter';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { planJson } from '../plan-json';
import { planText } from '../plan-text';
import { formatDiagnosticsJson, printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { createCatalogueFor, findAttachedFiles } from '../run/attached-files';
import { formatExpectedJson, formatExpectedRun, readEarlierFigures } from '../run/expected-from';
import { forecastFrom, formatForecastFrom, formatForecastJson } from '../run/forecast-from';
import { type CheckFlags, createOverridingCheck, readOverrides } from '../run/read-overrides';
import { readReuse } from '../run/read-reuse';
import type { RunFlags } from '../run/run-wishes';

/** The options of a plan. */
interface PlanFlags extends CheckFlags, Pick<RunFlags, 'from' | 'journal' | 'store' | 'reuse'> {}

/**
 * Shows what a run would do and cost, and with `from` what it would take from an earlier run. With `json`, problems
 * are in the same object, which has a plan only if one could be made.
 */
export async function showPlan(files: readonly string[], flags: PlanFlags, io: Io): Promise<ExitCode> {
  const { json = false, provider = [] } = flags;
  const [file] = files;
  if (file === undefined || files.length > 1)
    return printRefusal(io, 'Which file? Plan takes one; - is standard input.');
  const reuse = readReuse(flags);
  if (!reuse.ok) return printRefusal(io, reuse.error);
  const overrides = await readOverrides(io, [file], flags);
  if (!overrides.ok) return printRefusal(io, overrides.error);
  const read = await readWorkflow(io, file, createOverridingCheck(overrides.value, provider), provider);
  if (!read.ok) return printRefusal(io, read.error);
  const world = {
    known: provider,
    catalogue: createCatalogueFor(provider, io),
    files: (made: Plan) => findAttachedFiles(made, file, io),
  };
  const planned = await makePlan(read.value, world, loadTokenCounter);
  const foreseen = planned.ok
    ? await forecastFrom(
        io,
        file,
        { ...planned.plan, ...defined({ reuse: reuse.value }) },
        flags,
        createPriceLookup(planned.estimate),
      )
    : ok(undefined);
  if (!foreseen.ok) return printRefusal(io, foreseen.error);
  const earlier = planned.ok
    ? await readEarlierFigures(io, file, flags, { plan: planned.plan, priceOf: createPriceLookup(planned.estimate) })
    : new Map();
  const diagnostics = planned.ok ? planned.notes : planned.diagnostics;
  if (json) {
    const figures = planned.ok ? planJson(planned.plan, planned.estimate) : {};
    const forecast = foreseen.value && { forecast: formatForecastJson(foreseen.value) };
    const expected = planned.ok && formatExpectedJson(planned.estimate, earlier);
    io.out.write(
      `${encodeJson({ ...figures, ...defined({ expected: expected || undefined }), ...forecast, diagnostics: formatDiagnosticsJson(file, diagnostics) }, 2)}\n`,
    );
  } else {
    printDiagnostics(io.err, file, diagnostics);
    if (planned.ok)
      io.out.write(planText(planned.plan, planned.estimate, formatExpectedRun(planned.estimate, earlier)));
    if (foreseen.value !== undefined) io.out.write(formatForecastFrom(foreseen.value));
  }
  return planned.ok ? exitCodes.fine : exitCodes.problems;
}
