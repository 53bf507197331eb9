import type { JsonObject } from '@/base/json';

// Nodes of Dify as its exports have them, and apps of them.

export const node = (id: string, type: string, data: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  id,
  position: { x: 0, y: 0 },
  data: { type, title: id, ...data },
  ...more,
});
export const start = (...variables: readonly JsonObject[]) => node('start', 'start', { variables });
export const text = (variable: string): JsonObject => ({ variable, type: 'paragraph', required: false });
export const number = (variable: string): JsonObject => ({ variable, type: 'number', required: true });
export const end = (...outputs: readonly (readonly [string, ...string[]])[]) =>
  node('end', 'end', { outputs: outputs.map(([variable, ...value_selector]) => ({ variable, value_selector })) });

/** An app as Dify exports it. `wires`: `from>to from:exit>to`. `workflow`: what it has beside its drawing. */
export function writeDifyApp(nodes: readonly JsonObject[], wires: string, workflow: JsonObject = {}): string {
  const edges = wires.split(' ').map((wire) => {
    const [, source = '', sourceHandle = 'source', target = ''] = /^(\w+)(?::([\w-]+))?>(\w+)$/.exec(wire) ?? [];
    return { source, sourceHandle, target };
  });
  return JSON.stringify({
    app: { name: 'A', mode: 'workflow' },
    kind: 'app',
    version: '0.4.0',
    workflow: { ...workflow, graph: { nodes, edges } },
  });
}
