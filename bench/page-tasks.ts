/** What keeps a page's thread busy, by processor time: on a busy machine, wall-clock time also counts waiting. */
import type { Browser } from '@playwright/test';

type TraceEvent = { pid: number; tid: number; ph: string; name: string; dur?: number; tdur?: number; args?: { name?: string } };

export type PageTask = { processorMs: number; clockMs: number };

const isTask = ({ ph, name }: TraceEvent) => ph === 'X' && name === 'ThreadControllerImpl::RunTask';

/** Every task of the busiest page's main thread while `act` runs. */
export async function pageTasks(browser: Browser, act: () => Promise<void>): Promise<PageTask[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown[] as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();

  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(thread));
  const tasks = Map.groupBy(
    events.filter((event) => isTask(event) && mains.has(thread(event))),
    thread,
  );
  // Not the process with the most tasks: a service worker's has as many, each of which takes no time.
  const spent = (of: TraceEvent[]) => of.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const [busiest = []] = [...tasks.values()].toSorted((a, b) => spent(b) - spent(a));
  return busiest.map(({ dur = 0, tdur = 0 }) => ({ processorMs: tdur / 1000, clockMs: dur / 1000 }));
}
