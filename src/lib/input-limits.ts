/** Without schemas, which must not reach the browser. */

export const chatLimits = {
  questionLength: 4_000,
  messages: 200,
  findLength: 200,
} as const;

export const maxPastedSession = 8_000;

/** The page splits its batches, the server refuses longer ones. */
export const mostCallsPerBatch = 20;

/** Of a content; characters. */
export const titleLength = 300;

/** Contents that are chosen, and that one call names. `longestCallBytes` of the server lets so many ids through. */
export const mostChosen = 100_000;

/** Of a report; characters. */
export const reportLength = 1_000;

/** Of a collection; characters. */
export const collectionDescriptionLength = 1_000;

export const smartFolderLimits = {
  perUser: 200,
  nameLength: 100,
  tags: 20,
  /** Sites or languages of one rule. */
  choices: 20,
  textLength: 200,
} as const;

/** Of the file that a picture of oneself is made of. */
export const avatarBytes = 10 * 1024 * 1024;

export const askLimits = {
  questionLength: 1_000,
  /** Contents that a question names one by one. */
  contents: 100,
  /** Kept of a user; the oldest go first. */
  kept: 200,
  /** Notes that a brief is made of, those changed last. */
  briefNotes: 24,
} as const;
