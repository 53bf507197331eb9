import { type Json, record, records, string } from './json';
import { type Asked, bad, type Refusal, type Rule } from './rule';

/** A file in a request: its location, its declared type, and its bytes. */
interface SentFile {
  readonly at: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const images = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** What results of functions may contain (ai.google.dev, function calling, multimodal function responses). */
const inTools = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'];

/** The type of bytes, by their first ones. */
function typeOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF')) return start.endsWith('WEBP') ? 'image/webp' : 'audio/wav';
  return start.startsWith('%PDF-') ? 'application/pdf' : '';
}

/** The bytes of base64, which must be complete. */
function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : Buffer.alloc(0);
}

function fileOf(url: string, at: string): SentFile {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return { at, type, bytes: bytesOf(data) };
}

/** Each block of the messages of a request, with its location. */
function blocks(list: unknown, field: string): readonly (readonly [at: string, block: Json])[] {
  return records(list).flatMap((message, index) =>
    records(message[field]).map((block, nth) => [`${index}.content.${nth}`, block] as const),
  );
}

function openaiFiles({ protocol, body }: Asked): { images: readonly SentFile[]; documents: readonly SentFile[] } {
  const messages = protocol === 'responses' ? body.input : body.messages;
  // Results of functions can have them since September 2025.
  const all = [...blocks(messages, 'content'), ...blocks(protocol === 'responses' ? body.input : [], 'output')];
  return {
    images: all.flatMap(([at, block]) => {
      if (block.type === 'input_image') return [fileOf(string(block.image_url), at)];
      return block.type === 'image_url' ? [fileOf(string(record(block.image_url).url), at)] : [];
    }),
    documents: all.flatMap(([at, block]) => {
      const file = block.type === 'input_file' ? block : block.type === 'file' ? record(block.file) : undefined;
      return file === undefined ? [] : [fileOf(string(file.file_data), at)];
    }),
  };
}

function anthropicFiles({ body }: Asked, type: 'image' | 'document'): readonly SentFile[] {
  const inMessages = blocks(body.messages, 'content');
  const inResults = inMessages.flatMap(([at, block]) =>
    records(block.type === 'tool_result' ? block.content : []).map(
      (one, nth) => [`${at}.content.${nth}`, one] as const,
    ),
  );
  return [...inMessages, ...inResults].flatMap(([at, block]) => {
    const source = record(block.source);
    if (block.type !== type || source.type !== 'base64') return [];
    return [{ at: `messages.${at}`, type: string(source.media_type), bytes: bytesOf(string(source.data)) }];
  });
}

/** Refusals of files, for each provider. */
export const fileRules: readonly Rule[] = [
  {
    id: 'openai.image',
    protocols: ['responses', 'chat'],
    makers: ['openai', 'plain'],
    source: 'STranslate #277, paper-qa #1273 (message); developers.openai.com, images and vision (types)',
    check(asked) {
      const sound = openaiFiles(asked).images.every(({ bytes }) => images.includes(typeOf(bytes)));
      if (sound) return undefined;
      const message =
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].";
      return bad(message, { code: 'invalid_image_format' });
    },
  },
  {
    id: 'openai.pdf',
    protocols: ['responses', 'chat'],
    makers: ['openai', 'plain'],
    source: 'developers.openai.com, file inputs: chat completions take PDF only. Message made up',
    check(asked): Refusal | undefined {
      const sound = openaiFiles(asked).documents.every(({ bytes }) => typeOf(bytes) === 'application/pdf');
      return sound ? undefined : bad('Invalid file data: expected a PDF.', { code: 'invalid_file' });
    },
  },
  {
    id: 'chat.tool-text',
    protocols: ['chat'],
    makers: ['openai', 'plain'],
    source: 'VectifyAI/OpenKB #242, openai/openai-agents-python #341. Message made up',
    check({ body }) {
      const results = records(body.messages).filter(({ role }) => role === 'tool');
      const sound = results.every(
        ({ content }) => typeof content === 'string' || records(content).every(({ type }) => type === 'text'),
      );
      return sound ? undefined : bad("Invalid type for 'messages.content': tool messages take text only.");
    },
  },
  {
    id: 'anthropic.image',
    protocols: ['messages'],
    makers: ['anthropic'],
    source: 'home-assistant/core #167208, litellm #24900, anthropics/claude-code #8184 (types)',
    check(asked) {
      for (const { at, type, bytes } of anthropicFiles(asked, 'image')) {
        const where = `${at}.image.source.base64`;
        if (!images.includes(type)) {
          return bad(`${where}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`);
        }
        const found = typeOf(bytes);
        if (found === '') return bad(`${where}.data: Could not process image`);
        if (found !== type) {
          return bad(
            `${where}: The image was specified using the ${type} media type, but the image appears to be a ${found} image`,
          );
        }
      }
      return undefined;
    },
  },
  {
    id: 'anthropic.pdf',
    protocols: ['messages'],
    makers: ['anthropic'],
    source: 'anthropics/claude-code #5174',
    check(asked) {
      const broken = anthropicFiles(asked, 'document').find(({ bytes }) => typeOf(bytes) !== 'application/pdf');
      return broken && bad(`${broken.at}.pdf.source.base64.data: The PDF specified was not valid.`);
    },
  },
  {
    id: 'google.mime',
    protocols: ['generate'],
    makers: ['google'],
    source:
      'crush #995, gemini-cli #3054 (message); ai.google.dev, image understanding, document processing, audio (types)',
    check({ body }) {
      const taken = [...images.filter((type) => type !== 'image/gif'), 'image/heic', 'image/heif', 'application/pdf'];
      const all = blocks(body.contents, 'parts').map(([, part]) => part);
      const ofTools = all.flatMap((part) => records(record(part.functionResponse).parts));
      if (ofTools.some(({ inlineData }) => !inTools.includes(string(record(inlineData).mimeType)))) {
        return bad('Unsupported MIME type in function response.');
      }
      for (const part of [...all, ...ofTools]) {
        if (part.inlineData === undefined) continue;
        const { mimeType, data } = record(part.inlineData);
        const type = string(mimeType);
        if (!taken.includes(type) && !type.startsWith('audio/')) return bad(`Unsupported MIME type: ${type}`);
        const found = typeOf(bytesOf(string(data)));
        if (found !== type && !type.startsWith('audio/')) return bad('Request contains an invalid argument.');
      }
      return undefined;
    },
  },
];
