import { cutToStart } from '@/base/start-of';
import type { Message } from '@/plan/message';
import { formatMessage, formatMessages, groupTurns } from './message-text';

/**
 * Splits messages into texts that each fit. Turns stay whole if they fit, so that a call keeps its answer. A longer
 * turn is split into messages, and a longer message into pieces. Nothing is left out.
 */
export function splitParts(messages: readonly Message[], fits: (text: string) => boolean): readonly string[] {
  const parts: string[] = [];
  for (const turn of groupTurns(messages)) {
    const text = formatMessages(turn);
    if (fits(text)) addPart(parts, text, fits);
    else
      for (const message of turn)
        for (const piece of splitIntoPieces(formatMessage(message), fits)) addPart(parts, piece, fits);
  }
  return parts;
}

function addPart(parts: string[], text: string, fits: (text: string) => boolean): void {
  const last = parts.length - 1;
  const joined = `${parts[last]}\n\n${text}`;
  if (last >= 0 && fits(joined)) parts[last] = joined;
  else parts.push(text);
}

function splitIntoPieces(text: string, fits: (text: string) => boolean): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest !== '') {
    let piece = rest;
    // A piece has at least one character, so that the loop ends.
    while (piece.length > 2 && !fits(piece)) piece = cutToStart(piece, Math.ceil(piece.length / 2));
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}
