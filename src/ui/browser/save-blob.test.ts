import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { saveAnswer } from './save-answer.ts';
import { saveText } from './save-blob.ts';

test('a text is saved under its name, and its address stays for half a minute', async () => {
  const page = openPage();
  const saved: [href: string | null, name: string | null, onPage: boolean][] = [];
  const create = page.document.createElement.bind(page.document);
  Object.assign(page.document, {
    createElement: (name: string) => {
      const element = create(name) as HTMLAnchorElement;
      const click = () => void saved.push([element.href, element.download, element.isConnected]);
      return Object.assign(element, { click });
    },
  });
  let blob: Blob | undefined;
  const making = vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:1';
  });
  const revoking = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  onTestFinished(() => {
    making.mockRestore();
    revoking.mockRestore();
  });
  saveText({ name: 'note.md', mime: 'text/markdown', text: 'Grün' });
  expect(saved.map(([href, name]) => [href, name])).toEqual([['blob:1', 'note.md']]);
  expect([await blob?.text(), blob?.type]).toEqual(['Grün', 'text/markdown;charset=utf-8']);
  await page.settle(29_000);
  expect(revoking).not.toHaveBeenCalled();
  await page.settle(1000);
  expect(revoking.mock.calls).toEqual([['blob:1']]);
});

test('a form that is sent has the fields, and is gone afterwards', () => {
  const { document } = openPage({ html: '<main></main>' });
  const sent: unknown[] = [];
  const create = document.createElement.bind(document);
  Object.assign(document, {
    createElement: (name: string) => {
      const element = create(name) as HTMLFormElement;
      const submit = () =>
        void sent.push({
          on: element.parentElement?.tagName,
          method: element.method,
          action: element.action,
          hidden: element.hidden,
          fields: [...element.querySelectorAll('input')].map(({ type, name: field, value }) => [type, field, value]),
        });
      return name === 'form' ? Object.assign(element, { submit }) : element;
    },
  });
  saveAnswer('/api/export', { format: 'zip', ids: 'a,b' });
  const fields = [
    ['hidden', 'format', 'zip'],
    ['hidden', 'ids', 'a,b'],
  ];
  expect(sent).toEqual([{ on: 'BODY', method: 'post', action: '/api/export', hidden: true, fields }]);
  expect(document.querySelector('form')).toBeNull();
});
