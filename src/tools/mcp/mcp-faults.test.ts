import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { findFault } from './mcp-faults';
import { UnaddressedError } from './mcp-fetch';
import { createStatusError } from './status-error';

const own = new AppError('TASK_FAILURE', 'Ours.');
const ofStatus = (status: number, text?: string) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Refused.', {
    status,
    ...(text === undefined ? {} : { text }),
  });
const sdk = (code: SdkErrorCode, cause?: unknown) => Object.assign(new SdkError(code, 'Sdk.'), { cause });

it.each([
  [own, { kind: 'broken', message: 'Ours.', error: own }],
  [new ProtocolError(-32602, 'Unknown tool'), { kind: 'said' }],
  [new UnaddressedError('Session not found'), { kind: 'expired', message: 'Session not found' }],
  [new UnaddressedError('Out of order.'), { kind: 'said', message: 'Out of order.' }],
  [ofStatus(404), { kind: 'expired', status: 404 }],
  [ofStatus(400, 'No valid session ID'), { kind: 'expired', status: 400 }],
  [ofStatus(400, 'Server not initialized'), { kind: 'expired', status: 400 }],
  [ofStatus(400, 'Bad request'), { kind: 'status', status: 400 }],
  [ofStatus(400), { kind: 'status', status: 400 }],
  [ofStatus(500, 'session'), { kind: 'status', status: 500 }],
  [sdk(SdkErrorCode.RequestTimeout), { kind: 'late' }],
  [sdk(SdkErrorCode.NotConnected), { kind: 'expired' }],
  [sdk(SdkErrorCode.ConnectionClosed), { kind: 'other' }],
  [sdk(SdkErrorCode.RequestTimeout, own), { kind: 'broken' }],
  [new TypeError('fetch failed'), { kind: 'unreachable', message: 'fetch failed' }],
  [new Error('Odd.'), { kind: 'other', message: 'Odd.' }],
  ['Thrown.', { kind: 'other', message: 'Thrown.' }],
])('%s is a fault of its kind', (error, fault) => {
  expect(findFault(error)).toMatchObject(fault);
  expect(findFault(error)).not.toHaveProperty('isWider');
});

it.each([
  [401, 'requires authentication (401)'],
  [403, 'does not allow this (403)'],
  [404, 'has no server of MCP at this path (404)'],
  [405, 'does not take requests of MCP at this path (405)'],
  [418, 'did not answer as a server of MCP (418)'],
  [429, 'has been asked too often (429)'],
  [499, 'did not answer as a server of MCP (499)'],
  [500, 'had an internal error (500)'],
  [501, 'had an internal error (501)'],
  [502, 'is overloaded or not running (502)'],
  [503, 'is overloaded or not running (503)'],
  [504, 'is overloaded or not running (504)'],
  [505, 'had an internal error (505)'],
])('the status %i is told as what it means', (status, words) => {
  expect(createStatusError('harbour', status)).toMatchObject({ code: 'TASK_FAILURE', message: `harbour ${words}.` });
});
