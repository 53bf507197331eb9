import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import type { Binding, Environment, ResultRecord } from './environment';
import { listTemplateReferences, parseTemplate, renderTemplate, resolvePath } from './template';

const result = (record: Partial<ResultRecord>): Binding => ({
  kind: 'result',
  result: {
    content: '',
    output: null,
    status: 'COMPLETE',
    error: null,
    criteria: null,
    metrics: null,
    notes: {},
    usage: null,
    attempts: 1,
    duration_ms: 0,
    ...record,
  },
});
const value = (json: Json): Binding => ({ kind: 'value', value: json });
const scope = (bindings: Record<string, Binding>, outer?: Environment): Environment => ({
  kind: 'tasks',
  bindings: new Map(Object.entries(bindings)),
  ...(outer === undefined ? {} : { outer }),
});

const environment = scope(
  {
    fetch: result({ content: '{"title":"Loom"}', output: { title: 'Loom', items: [{ id: 7 }], 'a b': 1 } }),
    'fetch.raw': value('the longer name'),
    idle: result({ status: 'SKIPPED' }),
    name: value('inner'),
  },
  scope({ name: value('outer'), config: value({ on: true, list: [1, 2], nothing: null }), n: value(3) }),
);
const render = (text: string) => renderTemplate(text, environment);

describe('renderTemplate', () => {
  it('puts in values, the content of results, and what a path leads to', () => {
    expect(render('{{ name }} {{n}} {{fetch.output.title}} {{fetch.output.items[0].id}}')).toEqual({
      ok: true,
      value: 'inner 3 Loom 7',
    });
    expect(render('{{fetch}}')).toEqual({ ok: true, value: '{"title":"Loom"}' });
    expect(render('{{fetch.output["a b"]}} {{fetch.status}}')).toEqual({ ok: true, value: '1 COMPLETE' });
  });

  it('writes objects as JSON, and null and skipped tasks as nothing', () => {
    expect(render('{{config}}|{{config.nothing}}|{{idle}}|{{idle.output.title}}|{{idle.status}}')).toEqual({
      ok: true,
      value: '{"on":true,"list":[1,2],"nothing":null}||||SKIPPED',
    });
  });

  it('takes the longest name that is there', () => {
    expect(render('{{fetch.raw}}')).toEqual({ ok: true, value: 'the longer name' });
  });

  it('keeps escaped braces, and single ones', () => {
    expect(render('\\{{name}} {a} }} {{name}}')).toEqual({ ok: true, value: '{{name}} {a} }} inner' });
  });

  it('says which reference is missing, whole', () => {
    expect(render('{{name}} {{fetch.output.author}}')).toEqual({
      ok: false,
      error: { missing: 'fetch.output.author' },
    });
    expect(render('{{nobody}}')).toEqual({ ok: false, error: { missing: 'nobody' } });
    expect(render('{{config.constructor}}')).toEqual({ ok: false, error: { missing: 'config.constructor' } });
    expect(render('{{config.list.length}}')).toEqual({ ok: false, error: { missing: 'config.list.length' } });
  });

  it('substitutes once: what came from a value is left alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(renderTemplate('<{{x}}>', scope({ x: value(text) }))).toEqual({ ok: true, value: `<${text}>` });
      }),
    );
    expect(renderTemplate('{{x}}', scope({ x: value('{{x}}') }))).toEqual({ ok: true, value: '{{x}}' });
  });

  it('leaves a text without braces as it is', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => {
          expect(render(text)).toEqual({ ok: true, value: text });
        },
      ),
    );
  });
});

describe('parseTemplate', () => {
  it('tells where each reference stands', () => {
    const text = 'a {{ x.y }} \\{{ {{z}}';
    const parts = parseTemplate(text);
    const references = parts.ok ? parts.value.filter((part) => part.kind === 'reference') : [];
    expect(references.map(({ from, to }) => text.slice(from, to))).toEqual(['x.y', 'z']);
    expect(listTemplateReferences(text)).toEqual(['x.y', 'z']);
  });

  it('refuses what is no reference, with the place', () => {
    expect(parseTemplate('ab {{ if x }}')).toMatchObject({ ok: false, error: { at: 3 } });
    expect(parseTemplate('{{}}')).toMatchObject({ ok: false, error: { at: 0 } });
    expect(parseTemplate('{{a}} {{b')).toMatchObject({ ok: false, error: { at: 6 } });
  });
});

describe('resolvePath', () => {
  it('gives values as they are; a task alone stands for its output', () => {
    expect(resolvePath('fetch', environment)).toMatchObject({ ok: true, value: { title: 'Loom' } });
    expect(resolvePath('fetch.content', environment)).toEqual({ ok: true, value: '{"title":"Loom"}' });
    expect(resolvePath('config.list[1]', environment)).toEqual({ ok: true, value: 2 });
    expect(resolvePath('idle', environment)).toEqual({ ok: true, value: null });
  });

  it('names what is missing', () => {
    expect(resolvePath('config.list[5]', environment)).toEqual({ ok: false, error: { missing: 'config.list[5]' } });
    expect(resolvePath('not a path', environment)).toEqual({ ok: false, error: { missing: 'not a path' } });
  });
});

describe('a reference for a request', () => {
  it('may be a whole path, or the members of a list as one text', () => {
    const text = 'a/{{ name.b* }}?{{x["y z"].join( )}}{{v.join(", ")}}{{ v.join() }}{{v.join(\'"\')}}{{v.join("\\"")}}';
    const parts = parseTemplate(text);
    const references = parts.ok ? parts.value.filter((part) => part.kind === 'reference') : [];
    expect(references.map(({ from, to }) => text.slice(from, to))).toEqual(references.map(({ path }) => path));
    expect(references.map(({ from: _from, to: _to, kind: _kind, ...rest }) => rest)).toEqual([
      { path: 'name.b', isWholePath: true },
      { path: 'x["y z"]', joinedBy: '' },
      { path: 'v', joinedBy: ', ' },
      { path: 'v', joinedBy: '' },
      { path: 'v', joinedBy: '"' },
      { path: 'v', joinedBy: '"' },
    ]);
  });
});
