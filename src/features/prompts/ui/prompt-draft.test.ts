import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { forgetSaved, promptDraft } from './prompt-draft.ts';

test('a draft is forgotten once it is what was saved, spaces around it aside', () => {
  const { storage } = openPage();
  expect([promptDraft(null), promptDraft('a')]).toEqual(['prompt:new', 'prompt:a']);
  const at = 'gleaner:draft:prompt:new';
  const draft = JSON.stringify({ title: ' Title', customPrompt: 'Text ' });
  for (const other of [
    { title: 'Title', customPrompt: 'Other' },
    { title: 'Other', customPrompt: 'Text' },
  ]) {
    storage.set(at, draft);
    forgetSaved(null, other);
    expect(storage.get(at)).toBe(draft);
  }
  storage.set('gleaner:draft:prompt:a', draft);
  forgetSaved(null, { title: 'Title ', customPrompt: ' Text' });
  expect([...storage.keys()]).toEqual(['gleaner:draft:prompt:a']);
  forgetSaved('a', { title: 'Title', customPrompt: 'Text' });
  expect(storage.size).toBe(0);
  forgetSaved('a', { title: '', customPrompt: '' });
  expect(storage.size).toBe(0);
});
