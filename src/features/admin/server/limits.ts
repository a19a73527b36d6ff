import type { Services } from '#infra/services.ts';
import type { Limit } from '../contract.ts';

export function limitsInForce({ settings }: Pick<Services, 'settings'>): Limit[] {
  const { limits, model, uploads, time } = settings;
  const count = { unit: 'count' } as const;
  const dollars = { unit: 'dollars' } as const;
  const bytes = { unit: 'bytes', window: null } as const;
  const timeGiven = { unit: 'seconds', scope: 'limitedTime' } as const;
  return [
    {
      id: 'guestsPerHour',
      value: limits.accountsPerHour,
      ...count,
      window: 'hour',
      scope: 'address',
      setting: 'ACCOUNTS_PER_HOUR',
    },
    { id: 'guestsPerDay', value: limits.accountsPerDay, ...count, window: 'day', scope: 'address', setting: 'ACCOUNTS_PER_DAY' },
    {
      id: 'submissions',
      value: limits.submissionsPerHour,
      ...count,
      window: 'hour',
      scope: 'user',
      setting: 'SUBMISSIONS_PER_HOUR',
    },
    {
      ...{ id: 'guestNotesAtOnce', value: limits.guestNotesAtOnce, window: null, scope: 'guest' },
      ...count,
      setting: 'GUEST_NOTES_AT_ONCE',
    },
    {
      ...{ id: 'addressSubmissions', value: limits.addressSubmissionsPerHour, window: 'hour', scope: 'address' },
      ...count,
      setting: 'SUBMISSIONS_PER_ADDRESS',
    },
    {
      ...{ id: 'libraryQuestions', value: limits.libraryQuestionsPerHour.account, window: 'hour', scope: 'account' },
      ...count,
      setting: 'ASKS_PER_HOUR',
    },
    {
      ...{ id: 'guestLibraryQuestions', value: limits.libraryQuestionsPerHour.guest, window: 'hour', scope: 'guest' },
      ...count,
      setting: 'GUEST_ASKS_PER_HOUR',
    },
    {
      id: 'questions',
      value: model.questionsPerHour,
      ...count,
      window: 'hour',
      scope: 'user',
      setting: 'MODEL_QUESTIONS_PER_HOUR',
    },
    { id: 'answersAtOnce', value: model.answersAtOnce, ...count, window: null, scope: 'user', setting: 'MODEL_ANSWERS_AT_ONCE' },
    { id: 'outputs', value: limits.outputsPerDay, ...count, window: 'day', scope: 'user', setting: 'OUTPUTS_PER_DAY' },
    {
      id: 'ownKeyCalls',
      value: model.ownKeyCallsPerDay,
      ...count,
      window: 'day',
      scope: 'user',
      setting: 'OWN_KEY_CALLS_PER_DAY',
    },
    { id: 'runCost', value: model.costLimitUsd, ...dollars, window: null, scope: 'user', setting: 'MODEL_COST_LIMIT' },
    { id: 'dayCost', value: model.dailyLimitUsd, ...dollars, window: 'day', scope: 'server', setting: 'MODEL_DAILY_COST_LIMIT' },
    { id: 'upload', value: uploads.maxBytes, ...bytes, scope: 'user', setting: 'MAX_UPLOAD_BYTES' },
    { id: 'quota', value: uploads.quotaBytes, ...bytes, scope: 'user', setting: 'USER_QUOTA_BYTES' },
    { id: 'startingTime', value: time?.startingSeconds ?? null, ...timeGiven, window: 'once', setting: 'TIME_STARTING_MINUTES' },
    { id: 'monthlyTime', value: time?.monthlySeconds ?? null, ...timeGiven, window: 'month', setting: 'TIME_MONTHLY_MINUTES' },
  ];
}
