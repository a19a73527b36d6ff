/** Every kind of durable work: a new one is one line here. */

import type { Services } from '#infra/services.ts';
import type { TaskRegistration } from '#infra/tasks/task.ts';

export const taskKinds: readonly TaskRegistration<Services>[] = [];
