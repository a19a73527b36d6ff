/** Services on the database of `account-rows.ts` with tasks that nothing runs, and what their queue, meter and events were told. */

import type { Services } from '#infra/services.ts';
import { createTasks } from '#infra/tasks/create-tasks.ts';
import { AppError } from '#lib/app-error.ts';
import { servicesWith } from './account-rows.ts';

export type Recorded = {
  services: Services;
  /** Changes of waiting jobs, and new jobs. */
  moved: unknown[];
  queued: unknown[];
  metered: [call: string, ...unknown[]][];
  told: unknown[];
  /** Users who cannot pay. */
  broke: string[];
};

export function recordedServices(kinds: readonly unknown[], settings: object = {}): Recorded {
  const recorded: Omit<Recorded, 'services'> = { moved: [], queued: [], metered: [], told: [], broke: [] };
  const { moved, queued, metered, told, broke } = recorded;
  const jobs = {
    enqueue: async (_db: unknown, ...said: unknown[]) => void queued.push(said),
    reschedule: async (_db: unknown, _job: unknown, changes: unknown) => void moved.push(changes),
  };
  const events = {
    publish: async (_tx: unknown, said: unknown) => void told.push(said),
    subscribe: () => () => undefined,
  };
  const note =
    (call: string) =>
    async (_tx: unknown, ...said: unknown[]) =>
      void metered.push([call, ...said]);
  const meter = {
    ...{ commit: note('commit'), release: note('release'), finish: note('finish') },
    estimate: async () => ({ refusal: null }),
    async reserve(_tx: unknown, task: { userId: string | null; request?: { userId: string } }) {
      if (broke.includes(task.request?.userId ?? task.userId ?? '')) throw new AppError('out_of_time', { params: { needed: 1 } });
      metered.push(['reserve', task]);
    },
    async join(_tx: unknown, task: { request?: { userId: string } }) {
      if (broke.includes(task.request?.userId ?? '')) throw new AppError('out_of_time', { params: { needed: 1 } });
      metered.push(['join', task]);
    },
    async leave(_tx: unknown, task: unknown, who: unknown) {
      metered.push(['leave', task, who]);
      return null;
    },
  };
  const all = {
    ...{ siteGapFactor: 1, shortVideoMs: 60_000, defaultLanguage: 'en', uploads: { quotaBytes: null }, time: null },
    ...settings,
  };
  const logger = { info: () => undefined, error: () => undefined, warn: () => undefined, debug: () => undefined };
  const services = { ...servicesWith(), jobs, events, settings: all, logger, llm: null, sentKey: null } as unknown as Services;
  services.tasks = createTasks({ ...services, meter, kinds, services: () => services } as never);
  return { services, ...recorded };
}
