import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { readLooseXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { findXmlErrorPlace } from '@/formats/xml/xml-error-place';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { defaultLimits } from '@/plan/limits';
import type { Message } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';
import { computeOutputCap } from '@/plan/output-cap';
import type { ModelRef } from '@/plan/plan';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { addDependencies } from '../decompose/add-dependencies';
import { buildDecomposerPrompt } from '../decompose/decomposer-prompt';
import { repairText } from '../handler/repair-text';
import type { ModelClient } from '../ports/model-client';
import { mergeDraft } from './merge-draft';

/** A person's request for a workflow. */
export interface DraftRequest {
  readonly sentence: string;
  /** The open workflow. Its settings are kept, and the model sees its tasks. */
  readonly document?: WorkflowDocument;
  /** The model that drafts. It becomes the default model of a workflow that has none. */
  readonly model: ModelRef;
  /** Ids of providers from the settings, besides the built-in ones. */
  readonly known: readonly string[];
  /** What is known of the model. */
  readonly facts: Pick<ModelFacts, 'maxOutput' | 'window'>;
  readonly models: ModelClient;
  readonly signal: AbortSignal;
  /** Receives the text of the model as it streams. */
  readonly onText: (delta: string) => void;
}

/** A workflow that a model wrote. A person accepts or rejects it. */
export interface WorkflowDraft {
  readonly document: WorkflowDocument;
  readonly yaml: string;
  /** What was repaired while reading it, and what is still wrong. */
  readonly warnings: readonly string[];
}

/** The first reply, and one more if something is wrong with it. */
const maxTurns = 2;
/** Most problems that are sent to the model at once. */
const maxProblems = 20;

/**
 * Asks a model to draft a workflow for a sentence, with the prompt of the decomposer (language page, 5.6). Nothing is
 * recorded, because it is no part of a run. Errors: those of the model (`PROVIDER_ERROR`, `CANCELLED`);
 * `XML_PARSE_ERROR` if the reply contains no workflow, with its text in `details.text`.
 */
export async function draftWorkflow(request: DraftRequest): Promise<WorkflowDraft> {
  const { document = emptyDocument, models, model, signal, onText } = request;
  const maxOutputTokens = computeOutputCap(
    document.limits?.maxOutputTokens ?? defaultLimits.maxOutputTokens,
    request.facts,
  );
  const { system, prompt } = buildDecomposerPrompt(document, {
    original_prompt: formatRequest(request.sentence, document),
    error: '',
    limits: '',
    names: listDocumentNames(document),
  });
  let messages: readonly Message[] = [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content: prompt },
  ];
  for (let turn = 1; ; turn++) {
    const idempotencyKey = `draft/${hashText(encodeJson(messages))}`;
    const asked = { model, messages, options: {} satisfies JsonObject, maxOutputTokens, idempotencyKey };
    const { content } = await models.generate(asked, { signal, onText });
    const { draft, problems } = readDraft(content, request);
    if (draft !== undefined && (problems.length === 0 || turn === maxTurns)) {
      return { ...draft, warnings: [...draft.warnings, ...problems] };
    }
    if (turn === maxTurns) throw createNoWorkflowError(content);
    const reply: readonly Message[] = content === '' ? [] : [{ role: 'assistant', content }];
    messages = [...messages, ...reply, { role: 'user', content: repairText(problems) }];
  }
}

interface ReadDraft {
  readonly draft?: WorkflowDraft;
  readonly problems: readonly string[];
}

function readDraft(text: string, { document: open = emptyDocument, model, known, sentence }: DraftRequest): ReadDraft {
  const { document: written, diagnostics } = readLooseXml(text);
  if (written === undefined || Object.keys(written.tasks).length === 0) {
    return { problems: ['There is no <task> in it.'] };
  }
  const document = addDependencies(nameDraft(mergeDraft(written, open, model), sentence), known);
  const found = validateDocument(document, known).filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.map(({ message }) => message);
  return {
    draft: { document, yaml: writeYaml(document), warnings },
    problems: found.slice(0, maxProblems).map(formatDiagnostic),
  };
}

/** Most letters of a name that is made of a sentence. */
const longestName = 48;

/** A draft that the model gave no name begins with the words that were asked for. */
function nameDraft(document: WorkflowDocument, sentence: string): WorkflowDocument {
  if (document.name !== undefined) return document;
  const [first = ''] = sentence.trim().split(/[.!?;:\n]/);
  const words = first.trim().split(/\s+/);
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name} ${word}`;
    if (longer.length > longestName) break;
    name = longer;
  }
  const shown = name.replace(/[,–-]+$/, '') || cutToStart(first, longestName);
  return shown === '' ? document : { ...document, name: shown.charAt(0).toUpperCase() + shown.slice(1) };
}

function formatDiagnostic({ path, message }: Diagnostic): string {
  return `${formatPath(path)}: ${message}`;
}

function formatRequest(sentence: string, document: WorkflowDocument): string {
  const form =
    'FORM: one <task type="group">, with a subtask for each part of the work that depends on those whose results it needs.';
  if (Object.keys(document.tasks).length === 0) return `${sentence}\n\n${form}`;
  const { layout: _layout, ...rest } = document;
  const present = `THE WORKFLOW AS IT IS, to be written anew with what is asked for, the rest as it stands:\n${writeXml(rest)}`;
  return `${sentence}\n\n${form}\n\n${present}`;
}

function listDocumentNames({ agents = {}, tools = {}, variables = {}, library = {} }: WorkflowDocument): string {
  const kinds = { agent: agents, tool: tools, variable: variables, definition: library };
  return Object.entries(kinds)
    .flatMap(([kind, record]) => Object.keys(record).map((name) => `${name} (${kind})`))
    .join('\n');
}

/** `location`: where the XML breaks off, as seed 002 has it; left out if there is none. */
function createNoWorkflowError(text: string): AppError {
  const place = findXmlErrorPlace(text);
  const location = place === undefined ? {} : { location: place };
  return new AppError('XML_PARSE_ERROR', 'There is no workflow in what the model wrote.', {
    retryable: true,
    advice: 'Say in other words what the workflow is to do, or use another model.',
    details: { ...location, text: cutToStart(text, 2000) },
  });
}
