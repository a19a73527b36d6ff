/** How long what is typed may be, for the fields and for the checks behind them: no check comes along into the browser. */

export const chatLimits = {
  /** Of a question, in characters. */
  questionLength: 4_000,
  /** Messages kept in a conversation: the oldest go first. */
  messages: 200,
  findLength: 200,
} as const;

/** Longer than all cookies of a site together. */
export const maxPastedSession = 8_000;

/** Calls that one request may carry: the page splits its batches, the server refuses longer ones. */
export const mostCallsPerBatch = 20;
