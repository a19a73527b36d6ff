export const limitIds = [
  'guestsPerHour',
  'guestsPerDay',
  'submissions',
  'addressSubmissions',
  'libraryQuestions',
  'guestLibraryQuestions',
  'questions',
  'answersAtOnce',
  'guestNotesAtOnce',
  'ownKeyCalls',
  'outputs',
  'runCost',
  'dayCost',
  'upload',
  'quota',
  'startingTime',
  'monthlyTime',
] as const;

export const limitUnits = ['count', 'dollars', 'bytes', 'seconds'] as const;
export const limitWindows = ['once', 'hour', 'day', 'month'] as const;
export const limitScopes = ['user', 'account', 'guest', 'address', 'server', 'limitedTime'] as const;
