import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mindMapOf } from '#lib/notes/mindmap.ts';
import { mapFile } from './map-files.ts';

test('CON-03 text files of a map have the whole title', async () => {
  const title = 'A long title '.repeat(8).trim();
  const map = { title, root: mindMapOf('A long…', '## Heat'), target: { sourceUrl: null, pageUrl: null } };
  expect(await (await mapFile('md', map)).text()).toBe(`# ${title}\n\n- Heat\n`);
  expect(await (await mapFile('opml', map)).text()).toContain(`<title>${title}</title>`);
  const archive = unzipSync(new Uint8Array(await (await mapFile('xmind', map)).arrayBuffer()));
  expect(JSON.parse(strFromU8(archive['content.json'] ?? new Uint8Array()))).toMatchObject([
    { title, rootTopic: { title, children: { attached: [{ title: 'Heat' }] } } },
  ]);
});
