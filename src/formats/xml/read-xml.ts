import { defined } from '@/base/defined';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { type ReadDocument, readDocument } from '../reading/read-document';
import { startReading } from '../reading/reading';
import { mendElementNames } from './mend-element-names';
import { type LooseXml, parseLooseXml } from './parse-loose-xml';
import { parseXml } from './parse-xml';
import { listTaskBlocks } from './task-blocks';
import { convertXmlToSyntax } from './to-syntax';
import type { XmlBlock } from './xml-text';

/** The result of reading an XML text. `saved` is what a text that is not well-formed most likely meant. */
export interface ReadXml extends Omit<ReadDocument, 'tree'> {
  /** Where in the text the top-level tasks are. */
  readonly blocks: readonly XmlBlock[];
}

/**
 * Reads a workflow from XML. Never throws: problems are in the diagnostics. In a text that is not well-formed, the
 * place of the fault is an error, and the repairs of `saved` are warnings.
 */
export function readXml(text: string): ReadXml {
  const { root, reading, isTooLarge } = parseXml(text);
  if (root) {
    const { tree: _tree, ...read } = readDocument(reading, convertXmlToSyntax(text, root));
    return { ...read, diagnostics: mendElementNames(text, root, read.diagnostics), blocks: listTaskBlocks(root) };
  }
  const { document, diagnostics } = isTooLarge ? { diagnostics: [] } : readLoose(text, parseLooseXml(text));
  return {
    ...defined({ saved: document }),
    diagnostics: [...reading.diagnostics, ...(document ? diagnostics : [])],
    locate: () => undefined,
    blocks: [],
  };
}

/** What was read from a text that a model wrote. */
export interface ReadLooseXml {
  /** Set if anything could be read. */
  readonly document?: WorkflowDocument;
  /** All repairs and omissions, as warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a workflow, or a task, from a text that a model wrote: amid prose and code fences, with tags left open. Never
 * throws.
 */
export function readLooseXml(text: string): ReadLooseXml {
  return readLoose(text, parseLooseXml(text));
}

function readLoose(text: string, { root, diagnostics }: LooseXml): ReadLooseXml {
  if (root === null) return { diagnostics: diagnostics.map(makeWarning) };
  const read = readDocument(startReading(text), convertXmlToSyntax(text, root));
  const document = read.document ?? read.saved;
  return { ...defined({ document }), diagnostics: [...diagnostics, ...read.diagnostics].map(makeWarning) };
}

const makeWarning = (diagnostic: Diagnostic): Diagnostic => ({ ...diagnostic, severity: 'warning' });
