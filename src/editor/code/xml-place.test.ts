import { describe, expect, it } from 'vitest';
import { findXmlPlace } from './xml-place';

/** The place at the `|`, with the names of the open elements only. */
function taskScopeAt(text: string) {
  const { open, ...place } = findXmlPlace(text.slice(0, text.indexOf('|')));
  return { ...place, open: open.map(({ name }) => name).join('/') };
}

describe('xmlPlace', () => {
  it.each([
    ['<workflow><ta|', { kind: 'element', open: 'workflow', typed: 'ta' }],
    ['<workflow>\n  <|', { kind: 'element', open: 'workflow', typed: '' }],
    ['<a><b/><c>x</c><!-- <d> --><|', { kind: 'element', open: 'a', typed: '' }],
    ['<a><![CDATA[<b>]]><|', { kind: 'element', open: 'a', typed: '' }],
    ['<a><b></|', { kind: 'end', open: 'a/b', typed: '' }],
    ['<a><b></b|', { kind: 'end', open: 'a/b', typed: 'b' }],
    ['<a>some text|', { kind: 'text', open: 'a', typed: 'text' }],
    ['<a><!-- <b|', { kind: 'text', open: 'a', typed: '' }],
    ['<a><b></c><|', { kind: 'element', open: 'a/b', typed: '' }],
  ])('tells what is being written in %j', (text, place) => {
    expect(taskScopeAt(text)).toEqual(place);
  });

  it.each([
    ['<a><task id="x" ty|', { kind: 'attribute', typed: 'ty' }],
    ['<a><task |', { kind: 'attribute', typed: '' }],
    ['<a><task id="x" type="|', { kind: 'value', attribute: 'type', typed: '' }],
    ["<a><task type='sc|", { kind: 'value', attribute: 'type', typed: 'sc' }],
  ])('tells what of a tag is being written in %j', (text, place) => {
    expect(taskScopeAt(text)).toMatchObject({ ...place, open: 'a', element: { name: 'task' } });
  });

  it('knows the attributes of open elements, whatever they hold', () => {
    const { open } = findXmlPlace('<task id="a > b" type=\'map\' __proto__="x"><inner_task><');
    expect(open).toEqual([
      { name: 'task', attributes: { id: 'a > b', type: 'map' } },
      { name: 'inner_task', attributes: {} },
    ]);
  });
});
