import type { Json } from '../../e2e/servers/makers/json';
import type { Wanted } from './ask';
import type { Cases } from './cases';
import { base64, jpeg, pdf, png, textBytes } from './sample-files';

const url = (type: string, bytes: Uint8Array) => `data:${type};base64,${base64(bytes)}`;
const words = textBytes('no file');

const responses = (block: Json): Wanted => ({
  maker: 'openai',
  path: 'responses',
  body: { model: 'gpt-6-astra', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }, block] }] },
});
const messages = (type: string, media_type: string, bytes: Uint8Array): Wanted => {
  const block = { type, source: { type: 'base64', media_type, data: base64(bytes) } };
  const content = [{ type: 'text', text: 'Hi' }, block];
  const body = { model: 'claude-opus-5-5', max_tokens: 100, messages: [{ role: 'user', content }] };
  return { maker: 'anthropic', path: 'messages', body };
};
const generate = (mimeType: string, bytes: Uint8Array): Wanted => {
  const parts = [{ text: 'Hi' }, { inlineData: { mimeType, data: base64(bytes) } }];
  return { maker: 'google', path: 'models/gemini-3.8-flash:generateContent', body: { contents: [{ parts }] } };
};
const toolResult = (content: unknown): Wanted => {
  const call = { id: 'c1', type: 'function', function: { name: 'show', arguments: '{}' } };
  const asked = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call] },
  ];
  const body = { model: 'test', messages: [...asked, { role: 'tool', tool_call_id: 'c1', content }] };
  return { maker: 'plain', path: 'chat/completions', headers: { authorization: 'Bearer right' }, body };
};
const file = (bytes: Uint8Array) => ({ type: 'input_file', filename: 'a', file_data: url('application/pdf', bytes) });

/** Rules about files. */
export const fileCases: Cases = {
  'openai.image': {
    broken: () => responses({ type: 'input_image', image_url: url('image/png', words) }),
    sound: () => responses({ type: 'input_image', image_url: url('image/png', png(4, 4)) }),
    says: 'You uploaded an unsupported image.',
  },
  'openai.pdf': {
    broken: () => responses(file(words)),
    sound: () => responses(file(pdf(1))),
    says: 'expected a PDF',
  },
  'chat.tool-text': {
    broken: () => toolResult([{ type: 'image_url', image_url: { url: url('image/png', png(4, 4)) } }]),
    sound: () => toolResult('A picture.'),
    says: 'tool messages take text only',
  },
  'anthropic.image': {
    broken: () => messages('image', 'image/png', jpeg(4, 4)),
    sound: () => messages('image', 'image/jpeg', jpeg(4, 4)),
    says: 'The image was specified using the image/png media type, but the image appears to be a image/jpeg image',
  },
  'anthropic.pdf': {
    broken: () => messages('document', 'application/pdf', words),
    sound: () => messages('document', 'application/pdf', pdf(1)),
    says: 'The PDF specified was not valid.',
  },
  'google.mime': {
    broken: () => generate('image/svg+xml', words),
    sound: () => generate('image/png', png(4, 4)),
    says: 'Unsupported MIME type: image/svg+xml',
  },
};
