import type { Json, JsonObject } from '@/base/json';
import type { ForeignNode, ForeignReference } from '../foreign-graph';
import { NodeContext } from '../node-context';
import { getMember, getNumber, getText } from '../read-plain';
import { type FoundValue, writeInput } from '../values';
import type { DifyGraph } from './dify-graph';
import { findOutput, findOutputInside } from './find-output';
import { mapModel } from './models';

/** What a node of Dify is mapped with. */
export class DifyContext extends NodeContext {
  readonly dify: DifyGraph;

  constructor(dify: DifyGraph, node: ForeignNode) {
    super('Dify', node, dify.findId(node.id));
    this.dify = dify;
  }

  protected lookUp(reference: ForeignReference): FoundValue | undefined {
    return findOutput(this.dify, reference, this.node.id);
  }

  protected findTitle(node: string): string | undefined {
    return this.dify.shape.find(node)?.title;
  }

  protected listWanted(): Readonly<Record<string, Json>> {
    return this.dify.readWanted(this.node.id);
  }

  /** The value of a node in this container, as a task at its end reads it. */
  findInside(reference: ForeignReference): Json {
    return writeInput(reference, (one) => findOutputInside(this.dify, one));
  }

  /** The same as CEL, as the container itself reads it when its tasks have ended. */
  findCelInside(reference: ForeignReference): FoundValue | undefined {
    const found = findOutputInside(this.dify, reference);
    if (found?.is !== 'value') return found;
    const cel = found.cel.replace(/^tasks\./, 'output.').replace(/^(output\.\w+)\.(?:output|content)/, '$1');
    return { ...found, cel, isNullable: true };
  }

  common(): JsonObject {
    const { title, raw } = this.node;
    const retries =
      getMember(raw, 'retry_config', 'retry_enabled') === true
        ? (getNumber(raw, 'retry_config', 'max_retries') ?? 0)
        : 0;
    const strategy = getText(raw, 'error_strategy');
    const after = strategy === '' || strategy === 'none' ? {} : { on_max_retries: 'continue' };
    const once = strategy === '' || strategy === 'none' ? {} : { error_handling: { on_error: 'continue' } };
    const tries = Math.min(Math.max(Math.round(retries), 0), 100);
    // Dify runs a node again whatever failed: https://docs.dify.ai/en/guides/workflow/error-handling
    if (tries > 0) this.differs('what can never succeed, such as a request that is refused, is not tried again');
    const handling =
      tries > 0 ? { error_handling: { on_error: 'retry', max_retries: tries, backoff: 'linear', ...after } } : once;
    return { ...(title === '' || title === this.id ? {} : { name: title.slice(0, 120) }), ...handling };
  }

  /** The agent of a task that asks a model: nothing is sent beside what Dify sends. */
  agent(path: readonly string[], system: string): JsonObject {
    const mapped = mapModel(getMember(this.node.raw, ...path));
    if (mapped === undefined) this.differs('no model is named: choose one');
    if (mapped?.moved !== undefined) this.differs(mapped.moved);
    for (const name of mapped?.left ?? [])
      this.addLine(`model.${name}`, name, [], 'dropped', 'The parameter has no counterpart.');
    const model = mapped?.model ?? 'openai:gpt-6-luna';
    return {
      model,
      ...(system === '' ? {} : { system }),
      ...(mapped === undefined || Object.keys(mapped.options).length === 0 ? {} : { options: mapped.options }),
      inherit_variables: false,
    };
  }
}
