import { expect, test } from 'vitest';
import { CopyButton } from '#ui/copy-button.tsx';
import { elementsIn, insideOf, textOf } from '../../../../tests/harness/interface/elements.ts';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { sharing } from '../words/en.ts';
import { useShareAction } from './use-share-action.tsx';

const words = sharing.note;

async function opened({ share = null as object | null, role = 'user' as string | null, origin = 'https://gleaner.test' } = {}) {
  const now = { share };
  const page = openPage({
    words: { sharing },
    answers: {
      'account.me': () => ({ user: role === null ? null : { role } }),
      'public.noteShare': () => now.share,
      'public.shareNote': () => ({}),
      'public.unshareNote': () => ({}),
    },
  });
  Object.assign(page.window.location, { origin });
  const hook = await page.render(() => {
    const action = useShareAction('c');
    const frame = { anchor: { current: null }, onClose: () => undefined };
    const shown = insideOf((action as unknown as { window: (given: object) => never }).window(frame));
    return { action, shown, inside: insideOf(shown.props.children) };
  }, null);
  await page.settle();
  const buttons = () => elementsIn(hook.now.inside).filter(({ props }) => typeof props.onClick === 'function');
  const press = (text: string) =>
    hook.after(() => {
      const button = buttons().find((one) => textOf(one) === text);
      (button?.props.onClick as (() => void) | undefined)?.();
    });
  return { page, hook, now, press, text: () => textOf(hook.now.inside), all: () => elementsIn(hook.now.inside) };
}

test('a note is shared by who may publish, and its address is then there to copy', async () => {
  const { page, hook, now, press, text, all } = await opened();
  expect(hook.now.action).toMatchObject({ id: 'share', label: words.action });
  expect([hook.now.shown.props.label, text()]).toEqual([words.action, words.isPrivate + words.share]);
  const answer = Promise.withResolvers<unknown>();
  page.answers['public.shareNote'] = () => answer.promise;
  await press(words.share);
  expect(all().at(-1)?.props.loading).toBe(true);
  now.share = { slug: 'a b', hidden: false };
  await hook.after(() => answer.resolve({}));
  await page.settle();
  expect(page.calls.filter(({ path }) => path !== 'account.me')).toEqual([
    { path: 'public.noteShare', input: { contentId: 'c' } },
    { path: 'public.shareNote', input: { contentId: 'c' } },
    { path: 'public.noteShare', input: { contentId: 'c' } },
  ]);
  expect(text()).toBe(words.isShared + words.look + words.unshare);
  const copy = all().find(({ type }) => type === CopyButton)?.props as { text: () => string; label: string };
  expect([copy.text(), copy.label]).toEqual(['https://gleaner.test/s/note/a%20b', words.copyLink]);
  expect(all().find(({ type }) => type === 'a')?.props).toMatchObject({ href: '/s/note/a%20b', target: '_blank' });
});

test('a shared note is taken back', async () => {
  const { page, hook, now, press, text } = await opened({ share: { slug: 's', hidden: false } });
  now.share = null;
  await press(words.unshare);
  await page.settle();
  expect(page.calls.at(-2)).toEqual({ path: 'public.unshareNote', input: { contentId: 'c' } });
  expect([text(), page.toasts, hook.now.action.id]).toEqual([words.isPrivate + words.share, [], 'share']);
});

test('what is refused is told', async () => {
  const refuse = () => {
    throw refusal('not_found');
  };
  const first = await opened();
  first.page.answers['public.shareNote'] = refuse;
  await first.press(words.share);
  expect(first.page.toasts).toMatchObject([{ tone: 'error', message: words.shareFailed }]);
  expect(first.page.calls.at(-1)?.path).toBe('public.noteShare');
  const second = await opened({ share: { slug: 's', hidden: false } });
  second.page.answers['public.unshareNote'] = refuse;
  await second.press(words.unshare);
  expect(second.page.toasts).toMatchObject([{ tone: 'error', message: words.unshareFailed }]);
  expect(second.page.calls.at(-1)?.path).toBe('public.noteShare');
});

test('a visitor signs up first', async () => {
  for (const role of [null, 'guest']) expect((await opened({ role })).text()).toBe(words.isPrivate + words.signUp);
});

test('it is said where only this computer opens the address, and where an administrator has hidden the note', async () => {
  expect((await opened({ origin: 'http://localhost:3000' })).text()).toBe(words.isPrivate + words.onlyHere + words.share);
  const { text } = await opened({ share: { slug: 's', hidden: true } });
  expect(text()).toBe(words.hidden + words.look + words.unshare);
});

test.each(['account.me', 'public.noteShare'])('nothing is said before %s is known', async (path) => {
  const page = openPage({
    words: { sharing },
    answers: {
      'account.me': () => ({ user: null }),
      'public.noteShare': () => null,
      [path]: () => new Promise(() => undefined),
    },
  });
  const hook = await page.render(() => {
    const { window } = useShareAction('c') as unknown as { window: (given: object) => never };
    return insideOf(insideOf(window({})).props.children);
  }, null);
  expect(textOf(hook.now)).toBe('');
});
