// The workflows that the bench draws: a grid of tasks in columns, each after one or two of the column before.

const rows = 20;
/** Tasks of the first column have no dependencies: a run starts all of them at once, and they stream for long. */
export const streaming = rows;

/**
 * @param {number} n
 * @returns {{ id: string, at: [number, number], after: string[] }[]}
 */
export function benchTasks(n) {
  return Array.from({ length: n }, (_, i) => {
    const column = Math.floor(i / rows);
    const row = i % rows;
    const before = (column - 1) * rows;
    const after = column === 0 ? [] : row % 3 === 0 && row > 0 ? [before + row, before + row - 1] : [before + row];
    return { id: `task_${i}`, at: [column * 280, row * 100], after: after.map((index) => `task_${index}`) };
  });
}

/**
 * The same as a Heddle document.
 * @param {number} n
 * @param {number} [more] characters that each prompt has besides
 */
export function benchDocument(n, more = 0) {
  const rest = ' It says what was found, and why.'.repeat(Math.ceil(more / 33)).slice(0, more);
  const tasks = benchTasks(n);
  const lines = [
    'heddle: 1',
    `name: Bench ${n}`,
    'default_model: sim:default',
    `max_concurrency: ${streaming}`,
    'tasks:',
    ...tasks.flatMap(({ id, after }, i) => [
      `  ${id}:`,
      `    description: Write about part ${i} of the report${after[0] ? `, after {{${after[0]}}}` : ''}.${rest}`,
      ...(after.length > 0 ? [`    depends_on: [${after.join(', ')}]`] : []),
      ...(i < streaming
        ? [
            '    options:',
            '      latency_ms: 100',
            '      tokens_per_second: 25',
            `      reply: ${JSON.stringify('All work and no play makes a dull report, so it says. '.repeat(200))}`,
          ]
        : []),
    ]),
    'layout:',
    '  tasks:',
    ...tasks.map(({ id, at: [x, y] }) => `    ${id}: [${x}, ${y}]`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Groups one after the other, each with as many tasks in a row.
 * @param {number} groups
 * @param {number} each
 */
export function benchGroups(groups, each) {
  const lines = ['heddle: 1', `name: Bench ${groups} groups`, 'default_model: sim:default', 'tasks:'];
  for (let group = 0; group < groups; group += 1) {
    lines.push(`  group_${group}:`, '    type: group', `    description: Part ${group} of the report.`);
    if (group > 0) lines.push(`    depends_on: [group_${group - 1}]`);
    lines.push('    subtasks:');
    for (let task = 0; task < each; task += 1) {
      const before = `step_${task - 1}`;
      lines.push(
        `      step_${task}:`,
        `        description: Write part ${task}${task > 0 ? `, after {{${before}}}` : ''}.`,
      );
      if (task > 0) lines.push(`        depends_on: [${before}]`);
    }
  }
  return `${lines.join('\n')}\n`;
}
