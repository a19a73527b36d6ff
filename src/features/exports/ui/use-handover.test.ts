import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { exports as words } from '../words/en.ts';
import { handoverTo, type NoteApp } from './note-apps.ts';
import { useHandover } from './use-handover.ts';

const short = { title: 'Title', url: 'https://a.b', body: 'Words', file: '---\n---\nWords' };
const long = { ...short, body: 'Words '.repeat(500), file: 'File '.repeat(500) };

async function handOver(app: NoteApp, take: typeof short, copies = true) {
  const page = openPage({ words: { exports: words } });
  const opened: string[] = [];
  const create = page.document.createElement.bind(page.document);
  Object.assign(page.document, {
    createElement: (name: string) => {
      if (name !== 'a') return create(name);
      const link = { href: '', click: () => void opened.push(link.href) };
      return link;
    },
  });
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        if (!copies) throw new Error('no');
        copied.push(text);
      },
    },
  });
  const hook = await page.render(() => useHandover(), null);
  await hook.now(app, take);
  return { opened, copied, toasts: page.toasts };
}

test.each([
  ['obsidian', 'Obsidian'],
  ['logseq', 'Logseq'],
  ['mail', 'the mail app'],
] as const)('a short note goes to %s in its address', async (app, name) => {
  const { opened, copied, toasts } = await handOver(app, short);
  expect([opened, copied]).toEqual([[handoverTo(app, short, words.pasteHere).href], []]);
  expect(toasts).toEqual([
    {
      message: `Sent to ${name}`,
      description: `Nothing happened? Make sure ${name} is installed on this device.`,
    },
  ]);
});

test('a long note is copied: Obsidian reads it, in other programs it is pasted', async () => {
  const obsidian = await handOver('obsidian', long);
  expect([obsidian.copied, obsidian.opened]).toEqual([[long.file], [handoverTo('obsidian', long, '').href]]);
  expect(obsidian.toasts).toEqual([{ message: words.obsidianCopied, description: words.obsidianCopiedHint, durationMs: 8000 }]);
  const mail = await handOver('mail', long);
  const { href, clipboard } = handoverTo('mail', long, words.pasteHere);
  expect([mail.copied, mail.opened]).toEqual([[clipboard], [href]]);
  expect(mail.toasts).toEqual([
    {
      message: 'Copied; the mail app is open',
      description: 'The note is too long for a link, so paste it in the mail app.',
      durationMs: 8000,
    },
  ]);
});

test('a long note that cannot be copied opens no program', async () => {
  const { opened, toasts } = await handOver('logseq', long, false);
  expect(opened).toEqual([]);
  expect(toasts).toMatchObject([{ tone: 'error' }]);
  expect(toasts).toHaveLength(1);
});
