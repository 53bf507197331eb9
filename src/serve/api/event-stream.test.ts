import { expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { findStreamStart, formatBatchFrames, formatEventFrame } from './event-stream';

it('an event is one frame, whatever its texts hold', () => {
  const event = { seq: 7, kind: 'task.completed', result: 'a\n\nid: 9\ndata: x\r\n\u2028' } as RunEvent;
  const frame = formatEventFrame(event);
  expect(frame.match(/\n/g)).toHaveLength(3);
  expect(frame).not.toContain('\r');
  const [id = '', data = ''] = frame.split('\n');
  expect(id).toBe('id: 7');
  expect(JSON.parse(data.slice('data: '.length))).toEqual(event);
});

it('begins after the last event that a client has, else where it asks', () => {
  expect([findStreamStart('7', 1), findStreamStart(undefined, 3), findStreamStart('0', 3)]).toEqual([8, 3, 1]);
  expect([findStreamStart('-1', 3), findStreamStart('7; x', 3), findStreamStart('9'.repeat(40), 3)]).toEqual([3, 3, 3]);
});

it('text that streams comes before the events, without a number; nothing is a sign of life', () => {
  const deltas = [{ executionId: 'a', path: 'p', text: 'Once\n\nid: 3' }];
  expect(formatBatchFrames({ events: [{ seq: 2 } as RunEvent], deltas })).toBe(
    'event: delta\ndata: {"path":"p","text":"Once\\n\\nid: 3"}\n\nid: 2\ndata: {"seq":2}\n\n',
  );
  expect(formatBatchFrames({ events: [], deltas: [] })).toBe(': still here\n\n');
});
