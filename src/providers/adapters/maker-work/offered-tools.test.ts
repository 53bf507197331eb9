import { expect, it } from 'vitest';
import type { MakerTool } from '@/plan/tools/maker-tools';
import { addMakerOptions, buildSdkMakerTools } from './offered-tools';

const asked = (...tools: readonly (readonly [name: string, options?: MakerTool['options']])[]) => ({
  makerTools: tools.map(([name, options = {}]) => ({ name, options })),
});

it('the library is given the tools of the maker that it is, as it knows them', () => {
  const all = asked(['web_search'], ['code_execution'], ['file_search'], ['anthropic.web_fetch']);
  const offered = (protocol: 'openai' | 'anthropic' | 'google' | 'compatible') =>
    buildSdkMakerTools(all, protocol).map(({ type, name, ...tool }) => [type, name, tool]);
  expect(offered('openai')).toEqual([
    ['provider', 'web_search', { id: 'openai.web_search', args: {} }],
    ['provider', 'code_interpreter', { id: 'openai.code_interpreter', args: {} }],
    ['provider', 'file_search', { id: 'openai.file_search', args: { vectorStoreIds: [] } }],
  ]);
  expect(offered('anthropic')).toEqual([
    ['provider', 'web_search', { id: 'anthropic.web_search_20250305', args: {} }],
    ['provider', 'code_execution', { id: 'anthropic.code_execution_20250825', args: {} }],
    ['provider', 'web_fetch', { id: 'anthropic.web_fetch_20250910', args: {} }],
  ]);
  expect(offered('compatible')).toEqual([]);
  expect(buildSdkMakerTools({}, 'openai')).toEqual([]);
});

it('the maker is sent its options as written, but for the type and the name', () => {
  const own = { name: 'get_weather', input_schema: {} };
  const body = (...tools: unknown[]) => ({ model: 'm', tools: [...tools, own, 'x'] }) as never;
  const search = { type: 'web_search_20250305', name: 'web_search' };
  const options = { max_uses: 3, type: 'other', name: 'other' };
  expect(addMakerOptions(body(search), asked(['code_execution'], ['web_search', options]), 'anthropic')).toEqual(
    body({ ...search, max_uses: 3 }),
  );
  // A version that the library does not know is sent as the document has it.
  const newer = asked(['anthropic.web_search_20991231', { max_uses: 3 }]);
  expect(addMakerOptions(body({ ...search, type: 'web_search_20260318' }), newer, 'anthropic')).toEqual(
    body({ ...search, type: 'web_search_20991231', max_uses: 3 }),
  );
  expect(addMakerOptions(body({ type: 'web_search' }), asked(['web_search', { name: 'x' }]), 'openai')).toEqual(
    body({ type: 'web_search', name: 'x' }),
  );
  expect(
    addMakerOptions(body({ googleSearch: {} }), asked(['url_context'], ['web_search', { a: 1 }]), 'google'),
  ).toEqual(body({ googleSearch: { a: 1 } }));
});

it('a body is left as it is where no tool of the maker is asked for, or it has no tools', () => {
  const body = { tools: [{ type: 'web_search' }] };
  expect(addMakerOptions(body, {}, 'openai')).toBe(body);
  expect(addMakerOptions(body, asked(), 'openai')).toBe(body);
  const without = { model: 'm' };
  expect(addMakerOptions(without, asked(['web_search', { a: 1 }]), 'openai')).toBe(without);
  expect(addMakerOptions(body, asked(['anthropic.web_search', { a: 1 }]), 'openai')).toEqual(body);
});
