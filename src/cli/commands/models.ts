import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { ModelFacts } from '@/plan/model-facts';
import { builtInProviders } from '@/providers/built-in-providers';
import type { Catalogue } from '@/providers/catalogue/catalogue';
import { fillProviderHeaders } from '@/providers/filled-headers';
import { listLimits, listModels } from '@/providers/list-models';
import type { ProviderConfig } from '@/providers/provider-config';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { createLazyCatalogue } from '../load-catalogue';
import { formatLearnedTable, formatModelJson, formatModelTable, type ListedModel } from '../models/model-rows';
import { type EnvProviders, readEnvProviders } from '../run/env-providers';
import { formatKeyVariable } from '../run/env-variables';
import { formatSentence } from '../sentence';

interface ModelsFlags {
  readonly refresh?: boolean | undefined;
  readonly shipped?: boolean | undefined;
  readonly forget?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/** Providers that are listed if none is named. The others have too many models, or must be asked for them. */
const makers = ['openai', 'anthropic', 'google', 'sim'];

/**
 * Lists the known models, and with a provider also those that it says it serves; or what refusals taught. It can also
 * undo that.
 */
export async function printModels(args: readonly string[], wishes: ModelsFlags, io: Io): Promise<ExitCode> {
  const [provider, ...more] = args;
  const { refresh = false, shipped = false, forget, provider: named = [], json = false } = wishes;
  if (more.length > 0) return printRefusal(io, 'Which provider? Models takes one, or none for those that are known.');
  if (refresh && shipped)
    return printRefusal(io, 'Fetch the newest prices (--refresh), or go back to those of Heddle (--shipped).');
  const isKnown = provider === undefined || [...named, ...builtInProviders.map(({ id }) => id)].includes(provider);
  const found = readEnvProviders(io.machine.env, isKnown ? named : [...named, provider]);
  if (!found.ok) return printRefusal(io, found.error);
  const catalogue = await createLazyCatalogue(io.machine, found.value.providers)();
  if (forget !== undefined) return forgetModel(forget, catalogue, io);
  if (refresh) await catalogue.refresh(io.machine.fetch);
  if (shipped) await catalogue.backToShipped();

  const served = provider === undefined ? undefined : await askProvider(provider, found.value, io);
  const listed = (provider === undefined ? makers : [provider]).flatMap((id) =>
    listProviderModels(id, catalogue, served?.names),
  );
  const learned = catalogue.learned().filter((entry) => provider === undefined || entry.provider === provider);
  const { pricesAsOf } = catalogue;
  if (json) {
    io.out.write(
      `${JSON.stringify({ prices_as_of: pricesAsOf, models: listed.map(formatModelJson), learned }, null, 2)}\n`,
    );
  } else {
    io.out.write(formatModelTable(listed));
    if (learned.length > 0)
      io.out.write(`\nLearned from refusals (undo with --forget PROVIDER:MODEL):\n${formatLearnedTable(learned)}`);
    io.err.write(`Prices in US dollars for a million tokens, as of ${pricesAsOf}.\n`);
  }
  return served?.failed === true ? exitCodes.problems : exitCodes.fine;
}

/** The models of a provider: the known ones, and those that it serves, if it was asked. */
function listProviderModels(
  provider: string,
  catalogue: Catalogue,
  served: ReadonlySet<string> | undefined,
): readonly ListedModel[] {
  const names = new Set([...(served ?? []), ...catalogue.modelsOf(provider)]);
  return [...names].toSorted().map((model) => {
    const facts: ModelFacts = catalogue.factsOf({ provider, model });
    return { provider, model, facts, ...defined({ isServed: served?.has(model) }) };
  });
}

/** Asks a provider for its models. If that fails, it prints the error, and the known models are listed anyway. */
async function askProvider(
  id: string,
  { providers, keyOf }: EnvProviders,
  io: Io,
): Promise<{ readonly names?: ReadonlySet<string>; readonly failed?: true }> {
  const provider: ProviderConfig | undefined = providers.find((each) => each.id === id);
  if (provider === undefined) return {};
  const key = keyOf(id);
  if (provider.needsKey && key === undefined) {
    io.err.write(`heddle: ${provider.label} was not asked, as it needs a key: set ${formatKeyVariable(id)}.\n`);
    return {};
  }
  const signal = AbortSignal.timeout(30_000);
  const getSecret = (name: string) => io.machine.env[`HEDDLE_SECRET_${name}`];
  try {
    const { models: served, isCut } = await listModels({
      provider,
      key,
      headers: fillProviderHeaders(provider, getSecret),
      signal,
      fetch: io.machine.fetch,
    });
    if (isCut)
      io.err.write(`heddle: ${provider.label} lists more than ${listLimits.models} models; the rest is left out.\n`);
    return { names: new Set(served.map(({ name }) => name)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = signal.aborted ? `${provider.label} did not answer within 30 seconds.` : formatSentence(error);
    io.err.write(`heddle: ${message}\n`);
    return { failed: true };
  }
}

/** Undoes everything that refusals taught about a model. */
async function forgetModel(name: string, catalogue: Catalogue, io: Io): Promise<ExitCode> {
  const entries = catalogue.learned().filter(({ provider, model }) => `${provider}:${model}` === name);
  if (entries.length === 0) return printRefusal(io, `Nothing was learned of ${name}. heddle models lists what was.`);
  for (const entry of entries) await catalogue.forget(entry);
  io.err.write(`Undone: what was learned of ${name} (${entries.map(({ parameter }) => parameter).join(', ')}).\n`);
  return exitCodes.fine;
}
