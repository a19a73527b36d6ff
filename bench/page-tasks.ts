/** What keeps a page's thread busy, by processor time: on a busy machine, wall-clock time also counts waiting. */
import type { Browser } from '@playwright/test';

type TraceEvent = {
  pid: number;
  tid: number;
  ph: string;
  name: string;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** `collectingMs`: the part of the clock's time in which the browser collected garbage. */
export type PageTask = { processorMs: number; clockMs: number; collectingMs: number };

const isTask = ({ ph, name }: TraceEvent) => ph === 'X' && name === 'ThreadControllerImpl::RunTask';
const isCollection = ({ ph, name }: TraceEvent) => ph === 'X' && (name === 'MajorGC' || name === 'MinorGC');

/** Every task of the busiest page's main thread while `act` runs. */
export async function pageTasks(browser: Browser, act: () => Promise<void>): Promise<PageTask[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown[] as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'v8'] } });
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
  const collections = events.filter((event) => isCollection(event) && busiest[0] && thread(event) === thread(busiest[0]));
  return busiest.map(({ ts, dur = 0, tdur = 0 }) => {
    const within = collections.filter((event) => event.ts >= ts && event.ts < ts + dur);
    const collecting = within.reduce((sum, event) => sum + (event.dur ?? 0), 0);
    return { processorMs: tdur / 1000, clockMs: dur / 1000, collectingMs: collecting / 1000 };
  });
}
