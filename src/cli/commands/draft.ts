import { defined } from '@/base/defined';
import { toFailure } from '@/base/errors';
import { draftWorkflow } from '@/engine/drafting/draft-workflow';
import { checkText } from '@/formats/check-text';
import { parseModelName } from '@/workflow/model-name';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { openDocument } from '../open-document';
import { readEnvProviders } from '../run/env-providers';
import { formatKeyVariable } from '../run/env-variables';
import { createRunCatalogue } from '../run/run-prices';
import { createTerminalModels } from '../run/terminal-models';
import { formatSentence } from '../sentence';
import { writeResult } from '../write-result';

interface DraftFlags {
  readonly model?: string | undefined;
  readonly out?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly protocol?: readonly string[] | undefined;
}

/**
 * Has a model draft a workflow for a sentence, and writes it as YAML. With a file, the model sees the workflow in it,
 * and its settings are kept; the file itself is written only if `out` names it. Of a draft with errors the exit code is
 * that of a file with errors.
 */
export async function draftFile(args: readonly string[], wishes: DraftFlags, io: Io): Promise<ExitCode> {
  const [wish, file, ...more] = args;
  if (wish === undefined || wish.trim() === '' || more.length > 0) {
    return printRefusal(io, 'What should the workflow do? Draft takes a sentence in quotes, and the file it is about.');
  }
  const { provider: known = [], out = '-' } = wishes;
  const providers = readEnvProviders(io.machine.env, known, wishes.protocol ?? []);
  if (!providers.ok) return printRefusal(io, providers.error);

  const document = file === undefined ? undefined : await openDocument(file, io);
  if (typeof document === 'number') return document;
  const name = wishes.model ?? document?.defaultModel;
  if (name === undefined) return printRefusal(io, 'Which model drafts? Give --model provider:name.');
  const { provider, model } = parseModelName(name, undefined, known);
  if (provider === undefined) return printRefusal(io, `--model ${name}: write it as provider:name.`);
  const catalogue = createRunCatalogue(io, providers.value, {});
  const models = createTerminalModels(io.machine, providers.value, catalogue);
  if (models.keyState(provider) === 'needed') {
    return printRefusal(io, `${provider} needs a key: set ${formatKeyVariable(provider)} in the environment.`);
  }

  const stop = new AbortController();
  const stopListening = io.machine.onStop(() => stop.abort());
  try {
    const { yaml, warnings } = await draftWorkflow({
      sentence: wish,
      ...defined({ document }),
      model: { provider, model },
      known,
      facts: (await catalogue()).factsOf({ provider, model }),
      models,
      signal: stop.signal,
      onText: () => {},
    });
    for (const warning of warnings) io.err.write(`heddle: ${formatSentence({ message: warning })}\n`);
    const written = await writeResult(out, yaml, io);
    const isWrong = checkText(yaml, known, 'yaml').diagnostics.some(({ severity }) => severity === 'error');
    return written === exitCodes.fine && isWrong ? exitCodes.problems : written;
  } catch (error) {
    io.err.write(`heddle: ${formatSentence(toFailure(error))}\n`);
    return exitCodes.problems;
  } finally {
    stopListening();
  }
}
