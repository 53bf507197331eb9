import { defined } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { MakerPart } from '@/plan/message';
import { formatReadableText } from './readable-text';

/**
 * Reads parts of an answer about Google's own tools: code with its result, calls of tools with their responses
 * (ai.google.dev/gemini-api/docs/code-execution, …/tool-combination). Code has no id: its result follows it.
 */
export class GoogleParts {
  #runs = 0;
  #searched = false;

  part(part: JsonObject): MakerPart | undefined {
    const { executableCode: code, codeExecutionResult: ran, toolCall: call, toolResponse: response } = part;
    if (isJsonObject(code)) {
      this.#runs += 1;
      return {
        kind: 'maker',
        id: this.#run(),
        name: 'code_execution',
        input: formatReadableText(code['code']),
        block: part,
      };
    }
    if (isJsonObject(ran)) {
      const { outcome, output } = ran;
      const isError = outcome !== 'OUTCOME_OK';
      const outcomePart = {
        result: formatReadableText(output ?? outcome),
        ...defined({ isError: isError || undefined }),
      };
      return { kind: 'maker', id: this.#run(), name: 'code_execution', ...outcomePart, block: part };
    }
    if (isJsonObject(call)) {
      this.#searched ||= /search/i.test(String(call['toolType']));
      return { kind: 'maker', ...readIdAndName(call), input: formatReadableText(call['args']), block: part };
    }
    if (!isJsonObject(response)) return undefined;
    return { kind: 'maker', ...readIdAndName(response), result: formatReadableText(response['response']), block: part };
  }

  /**
   * The searches of an answer without calls for them: such searches are listed outside the parts, and are not sent
   * back.
   */
  searches(queries: Json | undefined): MakerPart | undefined {
    const input = formatReadableText(queries);
    if (this.#searched || input === '') return undefined;
    this.#searched = true;
    return { kind: 'maker', id: 'google_search', name: 'google_search', input };
  }

  #run(): string {
    return `code_execution_${this.#runs}`;
  }
}

function readIdAndName({ id, toolType }: JsonObject): Pick<MakerPart, 'id' | 'name'> {
  const name = String(toolType ?? 'tool').toLowerCase();
  return { id: typeof id === 'string' ? id : name, name };
}
