/** A conversation without a server: what it sends is a list, and `hear` is what a server would write. */

import { Conversation } from '../../core/session/conversation.js';
import { LineReader } from '../../core/session/line-reader.js';
import type { WireEvent } from '../../core/session/port.js';
import { Taps } from '../../core/session/taps.js';

export interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** `problem`: why nothing can be sent. */
export function talk(problem?: string, maxFrameBytes = 1024 * 1024) {
  const sent: Sent[] = [];
  const events: WireEvent[] = [];
  const taps = new Taps();
  taps.add((event) => events.push(event));
  const send = (text: string): string | undefined => {
    sent.push(JSON.parse(text) as Sent);
    return problem;
  };
  const conversation: Conversation = new Conversation({
    taps,
    maxFrameBytes,
    send,
    readUpTo: (bytes) => reader.readUpTo(bytes),
  });
  const reader = new LineReader(maxFrameBytes, conversation);
  return {
    conversation,
    sent,
    hear: (...messages: unknown[]): void => {
      const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
      reader.push(Buffer.from(lines.map((line) => `${line}\n`).join('')));
    },
    reasons: () => events.flatMap((event) => (event.kind === 'orphan' ? [event.reason] : [])),
  };
}

export const LIMITS = { timeoutMs: 10_000 };
