/** A public collection that works without scripts, inside the interface's page; with scripts, the interface replaces it. */
import { escapeUTF8 } from 'entities/escape';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { formatClock } from '#lib/time.ts';
import type { PublicCollection, PublicItem } from '../contract.ts';
import { collectionPath, feedPath, itemPath } from '../shared/public-paths.ts';
import { headTags } from './head-tags.ts';
import { pageWords } from './page-words.ts';

type CollectionPage = {
  /** In the form `http://host`. */
  origin: string;
  language: InterfaceLanguage;
  collection: PublicCollection;
  items: readonly PublicItem[];
  nextCursor: string | null;
};

const plainPage =
  '<!doctype html><html><head><meta charset="utf-8"><title>Gleaner</title></head><body><div id="root"></div></body></html>';

/** `template`: the interface's page; null if it is not built. */
export function collectionHtml(template: string | null, page: CollectionPage): string {
  const { origin, collection } = page;
  const head = headTags({
    title: collection.name,
    description:
      collection.description ||
      page.items
        .map(({ title }) => title)
        .slice(0, 5)
        .join(' · '),
    url: `${origin}${collectionPath(collection.slug)}`,
    image: collection.cover_url === null ? null : `${origin}${collection.cover_url}`,
    feed: `${origin}${feedPath(collection.slug)}`,
    type: 'website',
  });
  return withoutNoscript(template ?? plainPage)
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root"></div><noscript>${body(page)}</noscript>`);
}

/** Removes the template's own `noscript`, which says that nothing public is here. */
function withoutNoscript(template: string): string {
  const end = '</noscript>';
  const from = template.indexOf('<noscript>');
  const to = template.indexOf(end, from);
  return from === -1 || to === -1 ? template : template.slice(0, from).trimEnd() + template.slice(to + end.length);
}

/** Overrides the interface's styles, which need a script for the theme and reset the sizes of headings. */
const style = `html:root[data-theme],html:root{color-scheme:light dark;background:light-dark(#fbf9f4,#171410)}body{max-width:44rem;margin:2rem auto;padding:0 1.25rem;font:1rem/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere;color:light-dark(#2a2520,#ebe5da);background:light-dark(#fbf9f4,#171410)}h1{font-size:1.75rem;font-weight:700;line-height:1.3;margin:0 0 .5rem}article{margin:1.75rem 0;overflow:hidden}article img{float:right;width:9rem;aspect-ratio:16/9;object-fit:cover;border-radius:6px;margin:0 0 .5rem 1rem}h2{font-size:1.1rem;font-weight:600;margin:0}.facts{color:light-dark(#6d665d,#a59d90);font-size:.875rem;margin:.15rem 0}a{color:inherit;text-decoration:underline;text-decoration-color:#8888;text-underline-offset:.2em}`;

function body({ collection, items, nextCursor, language }: CollectionPage): string {
  const words = pageWords[language];
  const path = collectionPath(collection.slug);
  return [
    `<style>${style}</style><main>`,
    `<h1>${escapeUTF8(collection.name)}</h1>`,
    collection.description === '' ? '' : `<p>${escapeUTF8(collection.description).replace(/\n/g, '<br>')}</p>`,
    `<p class="facts">${words.items(collection.item_count)} · <a href="${feedPath(collection.slug)}">${words.feed}</a></p>`,
    ...items.map((item) => itemHtml(item, collection.slug, language)),
    nextCursor === null ? '' : `<p><a href="${path}?after=${encodeURIComponent(nextCursor)}" rel="next">${words.more}</a></p>`,
    `<p class="facts"><a href="/">${words.by}</a></p></main>`,
  ].join('\n');
}

function itemHtml(item: PublicItem, slug: string, language: InterfaceLanguage): string {
  const words = pageWords[language];
  const facts = [item.author, item.site_name, item.duration_seconds === null ? null : formatClock(item.duration_seconds * 1000)];
  const source = item.source_url !== null && /^https?:/i.test(item.source_url) ? item.source_url : null;
  return `<article>${item.cover_url === null ? '' : `<img src="${escapeUTF8(item.cover_url)}" alt="" loading="lazy">`}
<h2><a href="${itemPath(slug, item.content_id)}">${escapeUTF8(item.title)}</a></h2>
<p class="facts">${[
    ...facts.flatMap((fact) => (fact ? [escapeUTF8(fact)] : [])),
    ...(source ? [`<a href="${escapeUTF8(source)}" rel="noopener noreferrer nofollow">${words.original}</a>`] : []),
  ].join(' · ')}</p>
<p>${item.excerpt === null ? words.noNote : escapeUTF8(item.excerpt)}</p></article>`;
}
