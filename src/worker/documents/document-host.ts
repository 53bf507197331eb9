import { computeOnce } from '@/base/compute-once';
import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { err, ok } from '@/base/result';
import { checkMeaning } from '@/formats/check-meaning';
import { compareDocuments } from '@/formats/compare-documents';
import { exportText, isVerbatim } from '@/formats/export-text';
import { readFragment, writeFragment } from '@/formats/fragment';
import { type Imported, importPasted } from '@/formats/import-file';
import { LiveText } from '@/formats/live-text';
import type { ReadAny } from '@/formats/read-any';
import { ReadingChanges } from '@/formats/reading-changes';
import type { TextLines } from '@/formats/text-reading';
import { editXml } from '@/formats/xml/edit-xml';
import { readXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import type { XmlText } from '@/formats/xml/xml-text';
import { editYaml } from '@/formats/yaml/edit-yaml';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { YamlSource } from '@/formats/yaml/yaml-source';
import { makeUpInputs } from '@/host/dry-run/made-up-inputs';
import { listAttachedPaths } from '@/plan/attachments/attached-paths';
import { compileDefinition } from '@/plan/build-plan';
import type { PriceOf } from '@/plan/forecast/expected-costs';
import type { EarlierRun, RunForecast } from '@/plan/forecast/forecast';
import { forecastPart } from '@/plan/forecast/forecast-part';
import { countAnsweredBefore, forecastAfter, forecastFork } from '@/plan/forecast/forecast-run';
import { makePlan, type PlanningWorld, type PlanSteps, planChecked, planRun } from '@/plan/make-plan';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { Plan, PlanDefinition } from '@/plan/plan';
import { findPretence } from '@/plan/simulated-only';
import { hasMakerTools } from '@/plan/tools/maker-tools';
import { loadTokenCounter } from '@/providers/token-counter';
import { collectWrittenTasks } from '@/run/projections/written-tasks';
import { applyTextEdits } from '@/workflow/change';
import { formatPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { findTexts } from '@/workflow/find/find-texts';
import { isNeeded } from '@/workflow/inputs/build-inputs-schema';
import { formatInputLabel, listInputFields } from '@/workflow/inputs/input-field';
import { overrideInputs } from '@/workflow/inputs/set-inputs';
import { overrideModel } from '@/workflow/override-document';
import { connectPlans } from '../border/connect-plans';
import type { DocumentsApi, OrProblems } from '../border/documents-api';
import type { EngineForPlans } from '../border/engine-api';
import { loadLateCode } from '../late-api';
import { KnownModels } from '../models/known-models';
import { systemClock } from '../system-clock';
import { planInSteps } from './plan-in-steps';
import { createPlannedTexts } from './planned-texts';
import { readFiles, readForeign } from './read-foreign';
import { replaceInText } from './replace-in-text';

/**
 * Holds, reads, edits, plans and starts one text at a time: the one opened last. A read after edits reads only the
 * parts that changed. `now`: ms since 1970, for detecting models that end.
 */
export function createDocumentHost(now: () => number = systemClock.now): DocumentsApi {
  let live = new LiveText('');
  let engine: EngineForPlans | undefined;
  let given: JsonObject = {};
  let earlier: { readonly key: string; readonly runs: readonly EarlierRun[] } | undefined;
  let before: { readonly key: string; readonly runs: readonly EarlierRun[] } | undefined;
  const changes = new ReadingChanges();
  const models = new KnownModels(now);

  const readLive = (): ReadAny => live.check(models.providers, models.checks());
  const expectDocument = (): WorkflowDocument => {
    const { document, diagnostics } = live.read();
    if (document) return document;
    const path = formatPath(diagnostics.find(({ severity }) => severity === 'error')?.path ?? []);
    const advice = 'Fix them in the code view first.';
    throw new AppError('VALIDATION_ERROR', 'The code has mistakes.', { advice, details: { path } });
  };

  /**
   * Reads the text, and compares prices if a model ends. The text may change meanwhile: the result is for the text at
   * the time of the call.
   */
  const withPrices = async (): Promise<ReadAny> => {
    const { text } = live;
    const found = readLive();
    if (!(await models.learnPrices(found.diagnostics))) return found;
    live.forget();
    return text === live.text ? readLive() : checkMeaning(readYaml(text), models.providers, models.checks());
  };

  const setGiven = createInputSetter();
  /** What is read of the open text, with the values that its inputs were given. */
  const readGiven = (): ReadAny => setGiven(readLive(), given);

  /** The plan of the open text, of which nothing is read but the text. */
  const definition = (): OrProblems<PlanDefinition> => {
    const { document, diagnostics } = readGiven();
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return document === undefined || errors.length > 0
      ? err(errors)
      : ok(compileDefinition(document, models.providers));
  };

  const expectEngine = (): EngineForPlans => {
    if (engine === undefined) throw new AppError('INTERNAL', 'The worker that plans does not reach the one that runs.');
    return engine;
  };
  const earlierRuns = async (executionId: string, seq: number): Promise<readonly EarlierRun[]> => {
    const key = `${executionId} ${seq}`;
    if (earlier?.key !== key) earlier = { key, runs: await expectEngine().earlierRuns(executionId) };
    return earlier.runs;
  };
  /** A forecast that also tells what older runs may answer. They are read only where something would be asked. */
  const addAnsweredBefore = async (plan: PlanDefinition, forecast: RunForecast, executionId: string, seq: number) => {
    if (forecast.asked === 0) return forecast;
    const key = `${executionId} ${seq}`;
    if (before?.key !== key) before = { key, runs: await expectEngine().runsBefore(executionId) };
    return { ...forecast, before: countAnsweredBefore(plan, forecast, before.runs) };
  };
  const loadPrices = async (): Promise<PriceOf> => {
    // Without its tables no price is known.
    const catalogue = await models.load().catch(() => undefined);
    return (model) => catalogue?.factsOf(model).price;
  };
  const createWorld = (workflowId: string): PlanningWorld => ({
    known: models.providers,
    catalogue: () => models.load(),
    files: async (plan) => {
      const patterns = listAttachedPaths(plan);
      return patterns.length === 0 ? [] : expectEngine().inspectFiles(workflowId, patterns);
    },
  });
  /** Plans the open text without estimating it, and calls `use` with the plan. */
  const withPlan = async <T>(workflowId: string, use: (plan: Plan) => T | Promise<T>): Promise<OrProblems<T>> => {
    const planned = await planRun(readGiven(), createWorld(workflowId));
    return planned.ok ? ok(await use(addBreakpoints(planned.value.plan))) : planned;
  };

  const planned = createPlannedTexts(readGiven, () => models.providers);

  return {
    configure: async (config) => {
      models.configure(config);
      live.forget();
    },
    connectEngine: async (port) => {
      engine = connectPlans(port);
    },
    open: async (text) => {
      changes.reset();
      planned.forget();
      if (text !== live.text) live = new LiveText(text);
    },
    edit: async (edits, made) => {
      live.edit(edits);
      if (made) changes.follow(made.taken, made.change);
    },
    change: async ({ change, taken }) => {
      const { edits, writtenOut = [] } = editYaml(live.read(), change);
      live.edit(edits);
      changes.follow(taken, change);
      return { edits, writtenOut, ...(live.isDivided && { reading: changes.tell(taken, await withPrices()) }) };
    },
    read: async (taken) => changes.tell(taken, await withPrices()),
    readPart: async (number, index) => changes.partOf(number, index),
    find: async (where) => findLines(live.read().source, where),
    exportText: async (wish) => (isVerbatim(wish) ? live.text : exportText(live.read().source, expectDocument(), wish)),
    readFile: async (bytes, name) => getOnly(await readFiles([{ bytes, name }])),
    readFiles,
    readPasted: async (text) => getOnly(await readForeign([{ file: importPasted(text), text }])),
    dryRun: async (text, signal) => (await loadLateCode()).runTextDry(text, signal),
    estimate: async (text, signal) => {
      const checked = checkMeaning(readYaml(text), models.providers, models.checks());
      return (await loadLateCode()).estimateText(checked, createWorld(''), signal);
    },
    copy: async (ids) => writeFragment(expectDocument(), ids),
    readFragment: async (text) => readFragment(text),
    xml: async (held) => {
      const document = expectDocument();
      return readXmlText(held === undefined ? writeXml(document) : changeXml(held, document), models);
    },
    readXml: async (text) => readXmlText(text, models),
    diff: async (text, other) => {
      const before = readYaml(text);
      if (before.document === undefined) return err(before.diagnostics);
      const after = other === undefined ? { document: expectDocument(), diagnostics: [] } : readYaml(other);
      return after.document ? ok(compareDocuments(before.document, after.document)) : err(after.diagnostics);
    },
    checkXml: async (text) => (await import('./check-xsd')).checkXsd(text),
    giveInputs: async (values) => {
      given = values;
    },
    plan: async (workflowId) =>
      makePlan(setGiven(await withPrices(), given), createWorld(workflowId), loadTokenCounter),
    planInSteps: async (workflowId, onStep, signal) => {
      const read = setGiven(await withPrices(), given);
      const make = (follower: PlanSteps) => makePlan(read, createWorld(workflowId), loadTokenCounter, follower);
      return planInSteps(make, onStep, signal);
    },
    prepareRun: async () => {
      const isLoaded = engine?.prepare();
      // What is planned is held with the document, until that is edited.
      const planned = await planChecked(readGiven(), models.providers);
      if (planned.ok) {
        listAttachedPaths(planned.value);
        hasMakerTools(planned.value);
        await engine?.prepare(addBreakpoints(planned.value));
      }
      await isLoaded;
    },
    planHash: (workflowId) => withPlan(workflowId, ({ hash }) => hash),
    start: async (workflowId, targets, anew) => {
      refuseMissingInputs(readGiven());
      return withPlan(workflowId, (plan) => {
        const part = targets === undefined ? plan : buildPartialPlan(plan, targets, []);
        return expectEngine().start({ workflowId, plan: anew ? { ...part, reuse: { mode: 'never' } } : part });
      });
    },
    startDry: async (workflowId) => {
      const { document, ...found } = readGiven();
      const simulated = document && { ...found, document: overrideModel(makeUpInputs(document), 'sim:fast') };
      const planned = await planRun(simulated ?? found, createWorld(workflowId));
      if (!planned.ok) return planned;
      return ok(await expectEngine().start({ workflowId, plan: { ...planned.value.plan, isDry: true } }));
    },
    forecast: async (executionId, seq) => {
      const plan = definition();
      if (!plan.ok) return plan;
      const runs = await earlierRuns(executionId, seq);
      const unpriced = forecastAfter(plan.value, runs);
      if (unpriced === undefined) return ok(undefined);
      // The price list is large, and is not needed where nothing is paid.
      const priceOf = unpriced.unpriced === 0 ? undefined : await loadPrices();
      const forecast = priceOf === undefined ? unpriced : forecastAfter(plan.value, runs, { priceOf });
      return ok(removeKept(forecast && (await addAnsweredBefore(plan.value, forecast, executionId, seq))));
    },
    forecastFork: async ({ executionId, edits = [], ...outline }) => {
      const plan = outline.plan === 'own' ? undefined : definition();
      if (plan?.ok === false) return plan;
      const pretence = plan && { pretence: findPretence(plan.value) };
      const runs = await expectEngine().earlierRuns(executionId, { ...outline, ...pretence });
      return ok(
        removeKept(
          forecastFork(runs, {
            plan: plan?.value,
            written: collectWrittenTasks(edits),
            holds: outline.holds === true,
            priceOf: await loadPrices(),
          }),
        ),
      );
    },
    fork: async (workflowId, wish, targets) => {
      refuseMissingInputs(readGiven());
      return withPlan(workflowId, async (plan) => {
        if (targets === undefined) return expectEngine().fork({ ...wish, plan });
        const runs = await expectEngine().earlierRuns(wish.executionId);
        return expectEngine().fork({ ...wish, plan: buildPartialPlan(plan, targets, runs) });
      });
    },
    forecastPart: (workflowId, executionId, seq, targets) =>
      withPlan(workflowId, async (plan) => {
        const runs = executionId === undefined ? [] : await earlierRuns(executionId, seq);
        const priceOf = await loadPrices();
        return targets.map((one) => forecastPart(plan, one, runs, priceOf));
      }),
    textNames: (place) => expectEngine().textNames(planned.anew(place)),
    fillText: (place, field, template) => expectEngine().fillText(planned.known(place), field, template),
    tryExpression: (place, expression, isAfter) =>
      expectEngine().tryExpression(planned.known(place), expression, isAfter),
    findTexts: async (query, skip, limit) => findTexts(expectDocument(), query, models, { skip, limit }),
    replaceTexts: (query, chosen, onProgress, signal) =>
      replaceInText(live, expectDocument(), query, chosen, models, { onProgress, signal }),
  };
}

const getOnly = ([file]: readonly Imported[]): Imported => file as Imported;

/** The plan of a run that pauses at breakpoints: the same object each time, so that it is sent and stored once. */
const addBreakpoints = computeOnce((plan: Plan): Plan => Object.freeze({ ...plan, stopsAtBreakpoints: true }));

/** Puts given values into what was read; the same object each time, so that what is planned of it is held with it. */
function createInputSetter(): (read: ReadAny, given: JsonObject) => ReadAny {
  let last: { readonly of: WorkflowDocument; readonly given: JsonObject; readonly set: WorkflowDocument } | undefined;
  return (read, given) => {
    const { document } = read;
    if (document?.inputs === undefined || Object.keys(given).length === 0) return read;
    if (last?.of !== document || last.given !== given) {
      last = { of: document, given, set: overrideInputs(document, given) };
    }
    return { ...read, document: last.set };
  };
}

/** Throws if a required input has no value. The page asks for it before. */
function refuseMissingInputs({ document }: ReadAny): void {
  const missing = document?.inputs === undefined ? [] : listInputFields(document).filter(isNeeded);
  if (missing.length === 0) return;
  throw new AppError('VALIDATION_ERROR', `Nothing was given for ${missing.map(formatInputLabel).join(', ')}.`, {
    advice: 'Fill in what the run is given.',
  });
}

/** Kept tasks are left out: after most edits they are nearly all, and the page needs only the others. */
function removeKept(forecast: RunForecast | undefined): RunForecast | undefined {
  if (forecast === undefined) return undefined;
  return { ...forecast, tasks: new Map([...forecast.tasks].filter(([, task]) => task.forecast !== 'kept')) };
}

/** The lines of an entry by its key, or of the task at an offset. */
function findLines({ blocks }: YamlSource, where: string | number): TextLines | undefined {
  if (typeof where === 'string') return blocks.find(({ key }) => key === where);
  return blocks.find(({ key, from, to }) => key.startsWith('tasks.') && from <= where && where < to);
}

function readXmlText(text: string, models: KnownModels): XmlText {
  const { document, diagnostics, blocks } = checkMeaning(readXml(text), models.providers, models.checks());
  if (document) return { text, diagnostics, blocks, document };
  // Warnings about what cannot be saved would not help a person who is still typing.
  return { text, diagnostics: diagnostics.filter(({ severity }) => severity === 'error'), blocks };
}

/** An XML text after a change of the document; comments and formatting are kept in unchanged parts. */
function changeXml(text: string, document: WorkflowDocument): string {
  const { document: before } = readXml(text);
  return before ? applyTextEdits(text, editXml(text, before, document)) : writeXml(document);
}
