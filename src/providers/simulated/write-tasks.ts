import type { ModelRequest } from '@/engine/ports/model-client';

const beginning = 'TO BE DONE:';

/**
 * The simulated answer of who takes a task apart or drafts a workflow, as the built-in `decomposer` asks for it: two
 * steps in the XML of Heddle that do what is to be done. Undefined for any other request.
 */
export function writeTasks({ messages }: ModelRequest): string | undefined {
  const isAsked = messages.some(({ role, content }) => role === 'system' && content.includes('XML of Heddle'));
  const prompt = messages.find(({ role, content }) => role === 'user' && content.startsWith(beginning))?.content;
  if (!isAsked || prompt === undefined) return undefined;
  const task = prompt.slice(beginning.length).split(/\n\n(?=[A-Z][A-Z ]+)/)[0] ?? '';
  const wish = escaped(task.trim().replace(/\s+/g, ' ').slice(0, 200));
  return [
    '<task type="sequential">',
    `  <description>${wish}</description>`,
    '  <steps>',
    `    <task id="points"><description>List the points that matter for this: ${wish}</description></task>`,
    '    <task id="result"><description>Write the result from these points: {{points}}</description></task>',
    '  </steps>',
    '</task>',
  ].join('\n');
}

/** As text of XML, in which a template stays none. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{{', '\\{{');
}
