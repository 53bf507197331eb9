import { describe, expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import { documentOf } from '../sample.testing';
import { validateDocument } from './validate';

function problemsOf(attachments: readonly unknown[], more: object = {}) {
  const draw = { type: 'script' };
  const look = { type: 'atomic', description: 'Look.', model: 'sim:fast', attachments, ...more };
  const found = validateDocument(documentOf({ draw, look }), []);
  return found.map(({ code, path }) => `${code} ${formatPath(path)}`);
}

describe('attachments', () => {
  it('are paths, patterns, and what tasks give that are waited for', () => {
    expect(
      problemsOf(['/a/b.png', '{{draw}}', { glob: '/a/*.png' }, { from: 'draw' }], { dependsOn: ['draw'] }),
    ).toEqual([]);
  });

  it('of a task that is not there, or not waited for, are told with their place', () => {
    expect(problemsOf([{ from: 'drew' }])).toEqual(['HED305 tasks.look.attachments[0].from']);
    expect(problemsOf(['/a.png', { from: 'draw' }])).toEqual(['HED304 tasks.look.attachments[1].from']);
    expect(problemsOf([{ from: 'look' }])).toEqual(['HED305 tasks.look.attachments[0].from']);
    expect(problemsOf(['/pages/{{nobody}}.png'])).toEqual(['HED305 tasks.look.attachments[0]']);
  });

  it('that can be no file are told with their place', () => {
    expect(problemsOf(['a.png', '/../a.png', { glob: '*.png' }])).toEqual([
      'HED317 tasks.look.attachments[0]',
      'HED317 tasks.look.attachments[1]',
      'HED317 tasks.look.attachments[2].glob',
    ]);
    expect(problemsOf(['/a.png', '/a.png'])).toEqual(['HED504 tasks.look.attachments[1]']);
  });
});
