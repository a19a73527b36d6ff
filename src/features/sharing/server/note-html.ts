/** A public note as a page that works without scripts: references show what the source says there, or play it. */
import { escapeUTF8 } from 'entities/escape';
import { notePlacesStyle } from '#engine/export/note-with-cited-sentences.ts';
import { type EmbeddedVideo, embedAddress, playerOf, siteNameOf } from '#engine/sites/shared/embed.ts';
import { reportLength } from '#lib/input-limits.ts';
import type { InterfaceLanguage, NoteLanguage } from '#lib/languages.ts';
import { reportReasons } from '#lib/report-reasons.ts';
import { headTags, type Preview } from './head-tags.ts';
import { localeOf, pageWords, reportWords } from './page-words.ts';

export const noteFrame = 'player';

export type NotePage = {
  preview: Preview;
  origin: string;
  language: InterfaceLanguage;
  noteLanguage: NoteLanguage;
  /** Author, site and date in one line. */
  facts: string;
  sourceUrl: string | null;
  /** The source has an address that only its owner may know. */
  sourceWithheld: boolean;
  video: EmbeddedVideo | null;
  /** A recording at the address of its source. */
  media: { type: 'audio' | 'video'; url: string } | null;
  /** Sanitised HTML; null without a note. */
  note: string | null;
  collection: { name: string; path: string } | null;
  /** Fields of the form that copies the note; null if it cannot be copied. */
  copy: Record<string, string> | null;
  /** Names the note in the form that reports it. */
  names: Record<string, string>;
  /** The reader has just reported it. */
  reported: boolean;
};

export const notePagePolicy =
  "default-src 'none'; img-src 'self'; media-src https:; frame-src https:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const style = `:root{color-scheme:light dark;--paper:light-dark(#fbf9f4,#171410);--ink:light-dark(#2a2520,#ebe5da);--accent:light-dark(#8a5a00,#e3b341);--on-accent:light-dark(#fff,#1d1608)}
body{max-width:44rem;margin:2rem auto 4rem;padding:0 1.25rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.8 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere;line-break:strict}
h1{font-size:1.75rem;line-height:1.3;margin:.5rem 0}h2{margin-top:2.2em;font-size:1.25rem}blockquote{margin:1.25rem 0;padding:.1rem 1rem;border-left:3px solid #8884}a{color:inherit;text-decoration-color:#8888}
.facts{color:light-dark(#6d665d,#a59d90);font-size:.9375rem;margin:.25rem 0}li{margin:.35em 0}code,pre{font-family:ui-monospace,monospace}pre{overflow:auto}table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #8886;padding:.3em .6em}
iframe{display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:12px;background:#8882;margin:1.25rem 0 .25rem;position:sticky;top:.5rem;z-index:2}audio{width:100%;margin:1rem 0}
button.add{font:inherit;font-weight:600;background:var(--accent);color:var(--on-accent);border:0;border-radius:8px;padding:.55rem 1.1rem;cursor:pointer}.report{margin-top:1.25rem;font-size:.9375rem}.report summary{cursor:pointer}.report select,.report textarea,.report button{font:inherit;max-width:100%;padding:.45rem .6rem}.report textarea{width:100%;box-sizing:border-box}.end{margin-top:3rem;padding-top:1.25rem;border-top:1px solid #8884}`;

export function noteHtml(page: NotePage): string {
  const { language, preview, note, collection } = page;
  const words = pageWords[language];
  const source = page.sourceUrl !== null && /^https?:/i.test(page.sourceUrl) ? escapeUTF8(page.sourceUrl) : null;
  const from = collection
    ? `<p class="facts">${words.collection} <a href="${escapeUTF8(collection.path)}">${escapeUTF8(collection.name)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${localeOf(page.noteLanguage)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="strict-origin-when-cross-origin">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${headTags(preview)}
<style>${style}${notePlacesStyle}</style>
</head>
<body>
<main>
<header lang="${localeOf(language)}">
${from}
<h1>${escapeUTF8(preview.title)}</h1>
<p class="facts">${[
    ...(page.facts === '' ? [] : [escapeUTF8(page.facts)]),
    ...(source ? [`<a href="${source}" rel="noopener noreferrer nofollow">${words.original}</a>`] : []),
    ...(page.sourceWithheld ? [words.sourceWithheld] : []),
  ].join(' · ')}</p>
</header>
${player(page)}
${note ?? `<p>${words.noNote}</p>`}
</main>
<footer class="end" lang="${localeOf(language)}">
${copyForm(page)}
${reportForm(page)}
<p class="facts"><a href="/">${words.by}</a></p>
</footer>
</body>
</html>
`;
}

/** The site's own player, which loads nothing until it is clicked. */
function player({ video, media, origin, language, preview }: NotePage): string {
  const words = pageWords[language];
  if (video) {
    const site = siteNameOf(video);
    const address = escapeUTF8(embedAddress(video, 0, origin));
    const cover = preview.image === null ? '' : `<img src="${escapeUTF8(preview.image)}" alt="">`;
    const first = `<style>html,body,a{height:100%;margin:0}a{display:grid;place-items:center;font:600 1rem system-ui,sans-serif;color:#fff;background:#222;text-decoration:none;text-align:center}img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;opacity:.45}span{position:relative;padding:1rem}</style><a href="${address}">${cover}<span>▶ ${escapeUTF8(words.play(site))}</span></a>`;
    return `<iframe name="${noteFrame}" title="${escapeUTF8(`${preview.title} · ${site}`)}" srcdoc="${escapeUTF8(first)}" allow="autoplay; fullscreen; encrypted-media; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin"></iframe>
<p class="facts" lang="${localeOf(language)}">${escapeUTF8(words.playNotice(new URL(playerOf(video).origin).host))}</p>`;
  }
  if (media) return `<${media.type} controls preload="none" src="${escapeUTF8(media.url)}"></${media.type}>`;
  return '';
}

function copyForm({ copy, language }: NotePage): string {
  if (copy === null) return '';
  const words = pageWords[language];
  return `<form method="post" action="/api/public/copy">${hiddenFields(copy)}<button class="add">${words.add}</button> <span class="facts">${words.addHint}</span></form>`;
}

const hiddenFields = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeUTF8(name)}" value="${escapeUTF8(value)}">`)
    .join('');

function reportForm({ names, reported, language }: NotePage): string {
  const words = pageWords[language];
  const form = reportWords[language];
  if (reported) return `<p id="report" role="status">${words.reported}</p>`;
  const reasons = reportReasons.map((reason) => `<option value="${reason}">${form.reasons[reason]}</option>`);
  return `<details id="report" class="report"><summary>${words.report}</summary>
<form method="post" action="/api/public/report">${hiddenFields(names)}
<p><label>${form.reason}<br><select name="reason">${reasons.join('')}</select></label></p>
<p><label>${form.message}<br><textarea name="message" rows="3" maxlength="${reportLength}"></textarea></label></p>
<p><button>${form.send}</button> <span class="facts">${form.privacy}</span></p>
</form></details>`;
}

/** Why a report was not sent; `path`: of the note's page. */
export function refusedReportHtml(language: InterfaceLanguage, { minutes, path }: { minutes: number; path: string }): string {
  const words = pageWords[language];
  return messagePage(language, {
    title: words.notReported,
    text: words.tooManyReports(minutes),
    link: { path, words: words.back },
  });
}

export function missingHtml(language: InterfaceLanguage): string {
  const words = pageWords[language];
  return messagePage(language, { title: words.missingTitle, text: words.missing, link: { path: '/', words: words.home } });
}

type Message = { title: string; text: string; link: { path: string; words: string } };

function messagePage(language: InterfaceLanguage, { title, text, link }: Message): string {
  return `<!doctype html>
<html lang="${localeOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${escapeUTF8(link.path)}">${link.words}</a></p></main></body>
</html>
`;
}
