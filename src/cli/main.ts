/** Each command loads only its own modules, so that it starts quickly. */

import module from 'node:module';
import { inspect } from 'node:util';
import { type AppError, type ErrorCode, toAppError } from '#lib/app-error.ts';
import { noteLanguages } from '#lib/languages.ts';
import { type Command, exitCodes, UsageError } from './command.ts';
import { errorWords } from './terminal-words.ts';

module.enableCompileCache();

const commands: Record<string, { usage: string; load: () => Promise<Command> }> = {
  summarize: {
    usage: `summarize <url|file> [--json] [--lang ${noteLanguages.join('|')}] [--model-free] [--max-chars N]`,
    load: async () => (await import('./commands/summarize.ts')).summarize,
  },
  extract: { usage: 'extract <url|file> [--url URL]', load: async () => (await import('./commands/extract.ts')).extract },
  'article-html': { usage: 'article-html <file>', load: async () => (await import('./commands/article-html.ts')).articleHtml },
  'render-note': { usage: 'render-note <file.md>', load: async () => (await import('./commands/render-note.ts')).renderNote },
  probe: { usage: 'probe <file>', load: async () => (await import('./commands/probe.ts')).probe },
  fetch: { usage: 'fetch <url>', load: async () => (await import('./commands/fetch.ts')).fetchCommand },
  chapters: {
    usage: `chapters <file> [--lang ${noteLanguages.join('|')}]`,
    load: async () => (await import('./commands/chapters.ts')).chapters,
  },
  subs: { usage: 'subs <file>', load: async () => (await import('./commands/subs.ts')).subs },
  models: {
    usage: 'models [fetch <id> | import <folder> | remove <id>]',
    load: async () => (await import('./commands/models.ts')).models,
  },
  license: {
    usage: 'license keygen <file> | issue --key <file> --minutes N [--product P] [--order O] [--days N] [--count N]',
    load: async () => (await import('./commands/license.ts')).license,
  },
  feed: { usage: 'feed <file>', load: async () => (await import('./commands/feed.ts')).feed },
  'youtube-page': {
    usage: 'youtube-page <file>',
    load: async () => (await import('./commands/youtube-page.ts')).youtubePage,
  },
};

function isProviderCode(code: ErrorCode): boolean {
  return code.startsWith('llm_');
}

async function main(argv: string[]): Promise<number> {
  const [name = '', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const known = Object.values(commands).map((entry) => `  gleaner ${entry.usage}`);
    const text = `Usage:\n${known.join('\n')}\n`;
    const wanted = name === '--help' || name === '-h' || name === 'help';
    (wanted ? process.stdout : process.stderr).write(text);
    return wanted ? exitCodes.done : exitCodes.wrongUse;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: gleaner ${command.usage}\n`);
    return exitCodes.done;
  }
  try {
    const run = await command.load();
    await run(args);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`gleaner: ${error.message}\nUsage: gleaner ${command.usage}\n`);
      return exitCodes.wrongUse;
    }
    const known = toAppError(error);
    if (process.env.GLEANER_DEBUG) process.stderr.write(`${inspect(error)}\n`);
    process.stderr.write(`gleaner: ${await explain(known)}\n`);
    return isProviderCode(known.code) ? exitCodes.providerFailed : exitCodes.inputNotUsable;
  }
}

async function explain(error: AppError): Promise<string> {
  const errors = await errorWords();
  const details = Object.entries(error.params).map(([name, value]) => `${name}=${value}`);
  const advice = errors[error.code].replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(error.params[name] ?? ''));
  return `${error.code}${details.length > 0 ? ` (${details.join(', ')})` : ''}: ${advice}`;
}

process.exitCode = await main(process.argv.slice(2));
