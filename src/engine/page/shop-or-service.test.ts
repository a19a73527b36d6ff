import { expect, it } from 'vitest';
import { chooseBlocks } from './block-model.ts';
import { cutBlocks } from './blocks.ts';
import { pageFacts } from './features.ts';
import { slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

const words = 'We fell trees, grind stumps and carry the wood away on the same day.';
const first = `<div>${words} ${words}</div>`;
const pieces = Array.from({ length: 3 }, (_, i) => `<section class="s${i}"><div class="c${i}">${words} ${i}</div></section>`);

/** How many of three uncertain pieces are kept beside a text of which the models are sure. */
function kept(url: string, { ogType = 'website', types = ['Organization', 'FAQPage'], text = first, score = 0.34 } = {}): number {
  const tree = cutBlocks(parseTree(`<main>${text}${pieces.join('')}</main>`));
  const scores = tree.blocks.map((_, i) => (i === 0 ? 0.9 : score));
  const { kept: all } = chooseBlocks(tree, slotsOf(tree), scores, pageFacts(url, types, ogType));
  return all.slice(1).filter(Boolean).length;
}

const service = 'https://trees.example.com/services/felling';

it('SUM-09 a shop or a service keeps the pieces of its text', () => {
  expect(kept(service)).toBe(3);
  expect(kept(service, { score: 0.05 })).toBe(0);
});

it.each<[string, string, Parameters<typeof kept>[1]]>([
  ['an article by its type', service, { ogType: 'article' }],
  ['an article by its data', service, { types: ['NewsArticle'] }],
  ['a post by its address', 'https://trees.example.com/blog/felling', {}],
  ['a thread by its address', 'https://trees.example.com/forum/felling', {}],
  ['paragraphs', service, { text: `<p>${words} ${words}</p>` }],
  ['links', service, { text: `<div><a href="/a">${words} ${words}</a></div>` }],
  ['Chinese', service, { text: `<div>${'我们砍树，磨掉树桩，当天把木头运走，不留下一片叶子。'.repeat(3)}</div>` }],
])('SUM-09 the pieces beside the text of %s stay out', (_, url, options) => {
  expect(kept(url, options)).toBe(0);
});
