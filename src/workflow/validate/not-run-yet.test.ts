import { describe, expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { notRunYet } from './not-run-yet';

function listed(tasks: Readonly<Record<string, Record<string, unknown>>>, rest: Omit<WorkflowDocument, 'tasks'> = {}) {
  const found = notRunYet(documentOf(tasks, rest));
  return Object.fromEntries(found.map(({ path, needed }) => [formatPath(path), needed]));
}

describe('notRunYet', () => {
  it('lists nothing of what runs', () => {
    expect(
      listed(
        {
          a: {
            subtype: 'director',
            criteria: 'any',
            agent: { model: 'sim:x', contextTransfer: 'minimal', inheritVariables: ['V'] },
            inputs: { x: { from: 'b' }, y: { task: 1, other: 2 } },
            context: { mode: 'none' },
            limits: { timeoutMs: 1, maxOutputTokens: 1, maxTotalTokens: 0 },
            extensions: { 'x-mine': 1 },
            tools: [],
            interactive: false,
            pinned: false,
          },
          s: { type: 'script', script: { content: 'ls' } },
        },
        { variables: { V: 1 }, maxConcurrency: 2, context: { mode: 'automatic' }, errorHandling: { onError: 'retry' } },
      ),
    ).toEqual({});
  });

  it('tells what a run would need from what it would not', () => {
    expect(
      listed(
        {
          a: {
            tools: ['search'],
            toolMode: 'extend',
            voting: { k: 3 },
            clearMemory: true,
            checkpoint: false,
            breakpoint: true,
            pinned: { content: 'x' },
            inputs: { x: { task: { type: 'atomic', description: 'Inner' } } },
            context: { mode: 'manual', includeTasks: ['b'] },
            limits: { maxTotalCostUsd: 2, maxTurns: 3 },
            agent: { contextTransfer: 'full', tier: 'worker' },
          },
        },
        {
          checkpoint: { enabled: true },
          retention: { keepDays: 3 },
          hooks: { postTask: [{ checkpointAndPrune: { every: 10 } }] },
          agents: { w: { inheritTools: true } },
        },
      ),
    ).toEqual({
      checkpoint: false,
      retention: false,
      hooks: true,
      'agents.w.inherit_tools': false,
      'tasks.a.tools': true,
      'tasks.a.tool_mode': false,
      'tasks.a.voting': true,
      'tasks.a.clear_memory': true,
      'tasks.a.checkpoint': false,
      'tasks.a.breakpoint': false,
      'tasks.a.pinned': true,
      'tasks.a.inputs.x.task': true,
      'tasks.a.context.mode': true,
      'tasks.a.context.include_tasks': true,
      'tasks.a.limits.max_total_cost_usd': true,
      'tasks.a.limits.max_turns': false,
      'tasks.a.agent.context_transfer': true,
      'tasks.a.agent.tier': false,
    });
  });

  it('needs the type of every task, and nothing else of one that is skipped anyway', () => {
    expect(listed({ a: { disabled: true, loop: { type: 'repeat' } }, g: { type: 'group' } })).toEqual({
      'tasks.a.loop': false,
      'tasks.g.type': true,
    });
  });
});
