import { once } from 'node:events';
import { AppError } from '#lib/app-error.ts';
import { createCliFetch } from '../cli-fetch.ts';
import { type Command, UsageError } from '../command.ts';

/** `fetch <url>`: the response body, fetched with the guarded fetch. */
export const fetchCommand: Command = async (args) => {
  const [url, ...rest] = args;
  if (url === undefined || rest.length > 0) throw new UsageError('expected one URL');
  const { signal } = new AbortController();
  const answer = await createCliFetch()(url, { signal });
  if (answer.status >= 400) {
    await answer.cancel();
    throw new AppError('fetch_status', { params: { status: answer.status } });
  }
  for await (const chunk of answer.body) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
};
