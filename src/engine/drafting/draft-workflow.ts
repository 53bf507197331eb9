import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { readLooseXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { defaultLimits } from '@/plan/limits';
import type { Message } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';
import { outputCap } from '@/plan/output-cap';
import type { ModelRef } from '@/plan/plan';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { addDependencies } from '../decompose/add-dependencies';
import { decomposerPrompt } from '../decompose/decomposer-prompt';
import { repairText } from '../handler/repair-text';
import type { ModelClient } from '../ports/model-client';
import { mergeDraft } from './merge-draft';

/** A person's wish for a workflow. */
export interface DraftRequest {
  readonly sentence: string;
  /** The open workflow: its settings are kept, and the model is shown what it does. */
  readonly document?: WorkflowDocument;
  /** The model that drafts; it becomes the default model of a workflow that has none. */
  readonly model: ModelRef;
  /** Ids of providers from settings besides the built-in ones. */
  readonly known: readonly string[];
  /** What is known of the model. */
  readonly facts: Pick<ModelFacts, 'maxOutput' | 'window'>;
  readonly models: ModelClient;
  readonly signal: AbortSignal;
  /** Told of the text of the model as it comes. */
  readonly onText: (delta: string) => void;
}

/** A workflow that a model wrote, for a person to accept or refuse. */
export interface WorkflowDraft {
  readonly document: WorkflowDocument;
  readonly yaml: string;
  /** What was repaired while reading it, and what is still wrong with it. */
  readonly warnings: readonly string[];
}

/** The first reply, and one more if there is something wrong with it. */
const maxTurns = 2;
/** Most problems that the model is told of at once. */
const maxProblems = 20;

/**
 * Has a model draft a workflow for a sentence, by the call that takes failed tasks apart (language page, 5.6). Nothing
 * is recorded: it is no part of a run. Errors: those of the model (`PROVIDER_ERROR`, `CANCELLED`), `INVALID_OUTPUT` if
 * there is no workflow in what it says, with its text in `details.text`.
 */
export async function draftWorkflow(request: DraftRequest): Promise<WorkflowDraft> {
  const { document = emptyDocument, models, model, signal, onText } = request;
  const maxOutputTokens = outputCap(document.limits?.maxOutputTokens ?? defaultLimits.maxOutputTokens, request.facts);
  const { system, prompt } = decomposerPrompt(document, {
    original_prompt: wish(request.sentence, document),
    error: '',
    limits: '',
    names: namesIn(document),
  });
  let messages: readonly Message[] = [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content: prompt },
  ];
  for (let turn = 1; ; turn++) {
    const idempotencyKey = `draft/${hashText(JSON.stringify(messages))}`;
    const asked = { model, messages, options: {} satisfies JsonObject, maxOutputTokens, idempotencyKey };
    const { content } = await models.generate(asked, { signal, onText });
    const { draft, problems } = readDraft(content, request);
    if (draft !== undefined && (problems.length === 0 || turn === maxTurns)) {
      return { ...draft, warnings: [...draft.warnings, ...problems] };
    }
    if (turn === maxTurns) throw noWorkflow(content);
    const said: readonly Message[] = content === '' ? [] : [{ role: 'assistant', content }];
    messages = [...messages, ...said, { role: 'user', content: repairText(problems) }];
  }
}

interface ReadDraft {
  readonly draft?: WorkflowDraft;
  readonly problems: readonly string[];
}

function readDraft(text: string, { document: open = emptyDocument, model, known }: DraftRequest): ReadDraft {
  const { document: written, diagnostics } = readLooseXml(text);
  if (written === undefined || Object.keys(written.tasks).length === 0) {
    return { problems: ['There is no <task> in it.'] };
  }
  const document = addDependencies(mergeDraft(written, open, model), known);
  const found = validateDocument(document, known).filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.map(({ message }) => message);
  return {
    draft: { document, yaml: writeYaml(document), warnings },
    problems: found.slice(0, maxProblems).map(inWords),
  };
}

function inWords({ path, message }: Diagnostic): string {
  return `${formatPath(path)}: ${message}`;
}

function wish(sentence: string, document: WorkflowDocument): string {
  const form =
    'Write it as one <task type="group">, with a subtask for each part of the work that depends on those whose results it needs.';
  if (Object.keys(document.tasks).length === 0) return `${sentence}\n\n${form}`;
  const { layout: _layout, ...rest } = document;
  const present = `THE WORKFLOW AS IT IS, to be written anew with what is asked for, the rest as it stands:\n${writeXml(rest)}`;
  return `${sentence}\n\n${form}\n\n${present}`;
}

function namesIn({ agents = {}, tools = {}, variables = {}, library = {} }: WorkflowDocument): string {
  const kinds = { agent: agents, tool: tools, variable: variables, definition: library };
  return Object.entries(kinds)
    .flatMap(([kind, record]) => Object.keys(record).map((name) => `${name} (${kind})`))
    .join('\n');
}

function noWorkflow(text: string): AppError {
  return new AppError('INVALID_OUTPUT', 'There is no workflow in what the model wrote.', {
    retryable: true,
    advice: 'Say in other words what the workflow is to do, or use another model.',
    details: { text: text.slice(0, 2000) },
  });
}
