import type { WorkflowDocument } from '@/workflow/document';
import type { WorkflowComparison } from './workflow-comparison';

/** The most tasks in a drawing. */
const mostDrawn = 30;

/**
 * The changed tasks and those beside them, as a drawing that GitHub shows
 * (https://mermaid.js.org/syntax/flowchart.html). Empty if there is none to draw.
 */
export function drawChanges({ before, after, diff }: WorkflowComparison): string {
  const kinds = new Map<string, string>(diff.tasks.map(({ id, kind }) => [id, kind === 'renamed' ? 'changed' : kind]));
  if (kinds.size === 0) return '';
  const wires = listWires(after.document).concat(
    listWires(before.document).filter(([from, to]) => kinds.get(from) === 'removed' || kinds.get(to) === 'removed'),
  );
  const near = wires.flatMap((wire) => (wire.some((id) => kinds.has(id)) ? wire : []));
  const drawn = [...new Set([...kinds.keys(), ...near])].slice(0, mostDrawn);
  const nameNode = new Map(drawn.map((id, index) => [id, `t${index}`]));
  const nodes = drawn.map((id) => {
    const kind = kinds.get(id);
    return `  ${nameNode.get(id)}["${escapeLabel(id)}"]${kind === undefined ? '' : `:::${kind}`}`;
  });
  const arrows = wires.flatMap(([from, to]) => {
    const [one, other] = [nameNode.get(from), nameNode.get(to)];
    return one === undefined || other === undefined ? [] : [`  ${one} --> ${other}`];
  });
  return [
    '```mermaid',
    'flowchart LR',
    ...nodes,
    ...new Set(arrows),
    '  classDef added stroke:#1a7f37,stroke-width:3px',
    '  classDef changed stroke:#9a6700,stroke-width:3px',
    '  classDef removed stroke:#cf222e,stroke-dasharray:4',
    '```',
  ].join('\n');
}

/** The wires between the tasks at the top. */
function listWires({ tasks }: WorkflowDocument): [from: string, to: string][] {
  return Object.entries(tasks).flatMap(([id, { dependsOn = [] }]) =>
    dependsOn.map((from): [string, string] => [from, id]),
  );
}

/** In Mermaid a label in quotes takes everything but quotes and HTML, which are written as entities there. */
const escapeLabel = (text: string): string => text.replaceAll(/["<>&`#]/g, (sign) => `#${sign.charCodeAt(0)};`);
