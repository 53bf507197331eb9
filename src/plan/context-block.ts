import { startOfBytes, utf8Length } from '@/base/bytes';
import { type Environment, lookup } from '@/workflow/expressions/environment';
import type { PromptPart } from './message';

/** Fewer bytes than these of an output are not worth telling (language page, section 6). */
const leastBytes = 100;

interface Chosen {
  readonly id: string;
  readonly text: string;
  readonly bytes: number;
  readonly shortened: boolean;
}

/**
 * Outputs of direct dependencies, all at relevance 1.00, with the banners of the language, in the order given, up to `maxBytes` of
 * UTF-8; the one that does not fit is shortened to what remains. None: no part.
 */
export function contextBlock(
  ids: readonly string[],
  environment: Environment,
  maxBytes: number,
): readonly PromptPart[] {
  const outputs: Chosen[] = [];
  let room = maxBytes;
  for (const id of ids) {
    const binding = lookup(environment, id);
    if (binding?.kind !== 'result' || binding.result.content === '') continue;
    const output = fitted(id, binding.result.content, room);
    if (output === undefined) break;
    outputs.push(output);
    room -= output.bytes;
    if (output.shortened) break;
  }
  if (outputs.length === 0) return [];
  const blocks = outputs.map(
    ({ id, text, shortened }) =>
      `Task: ${id} (relevance: 1.00)\n${text}\n${shortened ? '[Output was truncated]\n' : ''}\n`,
  );
  const bytes = outputs.reduce((sum, output) => sum + output.bytes, 0);
  const text = `=== RELEVANT CONTEXT ===\n\n${blocks.join('')}=== END CONTEXT (${outputs.length} tasks, ${bytes} bytes) ===`;
  return [{ kind: 'context', text, from: outputs.map(({ id }) => id) }];
}

function fitted(id: string, content: string, room: number): Chosen | undefined {
  const bytes = utf8Length(content);
  if (bytes <= room) return { id, text: content, bytes, shortened: false };
  if (room <= leastBytes) return undefined;
  const text = startOfBytes(content, room);
  return { id, text, bytes: utf8Length(text), shortened: true };
}
