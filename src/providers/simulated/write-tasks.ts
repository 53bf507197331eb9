import { cutToStart } from '@/base/start-of';
import type { ModelRequest } from '@/engine/ports/model-client';

const beginning = 'TO BE DONE:';

/**
 * The simulated answer to a request to decompose a task or draft a workflow, as the built-in `decomposer` makes it: two
 * steps in Heddle's XML for the work described in the prompt. Undefined for any other request.
 */
export function writeTasks({ messages }: ModelRequest): string | undefined {
  const isTaskRequest = messages.some(({ role, content }) => role === 'system' && content.includes('XML of Heddle'));
  const prompt = messages.find(({ role, content }) => role === 'user' && content.startsWith(beginning))?.content;
  if (!isTaskRequest || prompt === undefined) return undefined;
  const task = prompt.slice(beginning.length).split(/\n\n(?=[A-Z][A-Z ]+)/)[0] ?? '';
  const work = escapeText(cutToStart(task.trim().replace(/\s+/g, ' '), 200));
  return [
    '<task type="sequential">',
    `  <description>${work}</description>`,
    '  <steps>',
    `    <task id="points"><description>List the points that matter for this: ${work}</description></task>`,
    '    <task id="result"><description>Write the result from these points: {{points}}</description></task>',
    '  </steps>',
    '</task>',
  ].join('\n');
}

/** Escapes a text for XML, and templates in it. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{{', '\\{{');
}
