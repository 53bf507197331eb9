import { describe } from 'vitest';
import { checkRows, type Row, sequence, task } from './problems.testing';

describe('files that a run writes', () => {
  const rows: readonly Row[] = [
    [
      'an artifact outside of the folder, also of a step',
      { a: task({ output: '../../evil.txt' }), s: sequence(task({ output: 'a/../../b.md' }), task({ output: '' })) },
      ['HED321 tasks.a.output', 'HED321 tasks.s.steps[0].output', 'HED321 tasks.s.steps[1].output'],
    ],
    ['an artifact inside of it', { a: task({ output: 'notes/../a.md' }), b: task({ output: '/notes/b.md' }) }, []],
    [
      'a folder for stored outputs outside of it',
      { a: task({ limits: { externalStorageDir: '../kept' } }), b: task({ limits: { externalStorageDir: '/tmp/x' } }) },
      [
        'HED321 limits.external_storage_dir',
        'HED321 tasks.a.limits.external_storage_dir',
        'HED321 tasks.b.limits.external_storage_dir',
      ],
      { limits: { externalStorageDir: 'C:\\kept' } },
    ],
    [
      'a folder for stored outputs inside of it, or the folder itself',
      { a: task({ limits: { externalStorageDir: '' } }), b: task({ limits: { externalStorageDir: 'kept/' } }) },
      [],
      { limits: { externalStorageDir: '.' } },
    ],
    [
      'one file of several tasks',
      {
        a: task({ output: 'a.md' }),
        b: task({ output: './a.md' }),
        c: task({ output: 'c.md' }),
        d: task({ output: 'a.md', disabled: true }),
      },
      ['HED519 tasks.b.output'],
    ],
  ];
  checkRows(rows);
});
