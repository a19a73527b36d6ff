/** Kept apart from the schemas, which must not reach the browser. */

export const chatLimits = {
  questionLength: 4_000,
  messages: 200,
  findLength: 200,
} as const;

export const maxPastedSession = 8_000;

/** The page splits larger batches; the server refuses them. */
export const mostCallsPerBatch = 20;

/** Title of a content, in characters. */
export const titleLength = 300;

/** Contents that are chosen, and that one call names. */
export const mostChosen = 100_000;
/** The calls that may name so many: the server lets them send more. */
export const callsOfChosen: readonly string[] = [
  'user.workCost',
  'userNote.tagChosen',
  'userNote.deleteMany',
  'video.batchSummarise',
];

/** Takes a whole file, which JSON makes longer. */
export const callOfOpml = 'channel.importOpml';

/** Also the most that one call puts into a collection or takes out of it. */
export const mostInCollection = 5_000;

/** Of a report; characters. */
export const reportLength = 1_000;

/** In characters. */
export const collectionDescriptionLength = 1_000;

export const smartFolderLimits = {
  perUser: 200,
  nameLength: 100,
  tags: 20,
  /** Sites or languages of one rule. */
  choices: 20,
  textLength: 200,
} as const;

/** Largest file from which a profile picture is made. */
export const avatarBytes = 10 * 1024 * 1024;

export const askLimits = {
  questionLength: 1_000,
  /** Most contents that a question can name one by one. */
  contents: 100,
  /** Most answers kept per user; the oldest are deleted. */
  kept: 200,
  /** Most notes that a brief is made from; the last changed are taken. */
  briefNotes: 24,
} as const;
