/** Ports of one run of the browser tests, below those that systems give to clients. The first process picks them; those it starts inherit the choice. */
process.env.GLEANER_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
const first = Number(process.env.GLEANER_E2E_PORT);

/** Most tests that run side by side. */
export const mostWorkers = 8;

export const ports = {
  /** Without a model. */
  app: first,
  /** With the fake model. */
  appWithModel: first + 1,
  llm: first + 2,
  /** The internet as both servers know it. */
  replay: first + 3,
  /** Sites of the tests, one per worker; the servers may fetch from them. */
  site: (worker: number) => first + 10 + worker,
};

export const appUrl = `http://127.0.0.1:${ports.app}`;
export const appWithModelUrl = `http://127.0.0.1:${ports.appWithModel}`;
