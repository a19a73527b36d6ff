import { existsSync, readdirSync } from 'node:fs';
import type { Services } from '#infra/services.ts';
import { isTask, type TaskRegistration } from '#infra/tasks/task.ts';

const features = new URL('../features/', import.meta.url);

export async function findTaskKinds(): Promise<readonly TaskRegistration<Services>[]> {
  const files = readdirSync(features)
    .sort()
    .map((name) => new URL(`${name}/tasks.ts`, features))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(files.map((file): Promise<object> => import(file.href)));
  return modules.flatMap((module) => Object.values(module).filter(isTask<Services>));
}
