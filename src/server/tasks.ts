import { articleTask } from '#features/articles/tasks.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import { translationTask } from '#features/transcripts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { type TaskRegistration, taskOf } from '#infra/tasks/task.ts';

export const taskKinds: readonly TaskRegistration<Services>[] = [
  taskOf(articleTask),
  taskOf(batchSummaryTask),
  taskOf(chatTask),
  taskOf(noteTask),
  taskOf(promptTask),
  taskOf(translationTask),
];
