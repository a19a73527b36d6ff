/** A note as HTML in which each reference opens the sentence it cites, without a script. */
import { escapeUTF8 } from 'entities/escape';
import type { NoteLanguage } from '#lib/languages.ts';
import { formatAnchor, type NoteAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import { type Citation, citationsOf } from '#lib/markdown/claims.ts';
import { noteWithoutBareLinks } from '#lib/markdown/note-bare-addresses.ts';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { formatClock } from '#lib/time.ts';
import { type CitedPlace, citedPlace } from '#lib/transcripts/cited-place.ts';
import { renderNoteHtml } from '../render-html.ts';
import { embedAddress } from '../sites/shared/embed.ts';
import { sourceLinkOf } from '../sites/shared/link-to-place.ts';
import type { NoteToExport } from './exported-note.ts';

const words: Record<
  NoteLanguage,
  { page: (n: number) => string; paragraph: (n: number) => string; open: string; play: string; unverified: string }
> = {
  zh: {
    page: (n) => `第 ${n} 页`,
    paragraph: (n) => `第 ${n} 段`,
    open: '打开来源',
    play: '播放这一处',
    unverified: '未核对：笔记这一句里的数字或名字，在这里没有找到',
  },
  en: {
    page: (n) => `Page ${n}`,
    paragraph: (n) => `Paragraph ${n}`,
    open: 'Open the source',
    play: 'Play this moment',
    unverified: 'Not verified: a number or name in this statement isn’t here',
  },
};

/** The card opens beside the reference if the browser has anchors, else centred; without popovers it shows while in focus. */
export const notePlacesStyle = `.place{white-space:nowrap;anchor-scope:--place}.place>button{font:inherit;font-size:.8125em;color:inherit;background:#8882;border:0;border-radius:4px;padding:0 .4em;cursor:pointer;anchor-name:--place}
.card{display:none;box-sizing:border-box;width:min(26rem,calc(100vw - 1rem));max-height:60vh;overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:12px;background:Canvas;color:CanvasText;font-size:.9375rem;font-weight:400;line-height:1.5;white-space:normal;box-shadow:0 8px 32px #0003}
.card:popover-open{display:block}.card>*{display:block}.card>*+*{margin-top:.35rem}.near,.at{color:#767676}.said{font-size:1.0625rem}
@supports not selector(:popover-open){.place:focus-within>.card{display:block;position:fixed;inset:auto .5rem .5rem}}
@supports (position-area:bottom){.card{position:fixed;inset:auto;margin:0 .5rem;position-anchor:--place;position-area:bottom span-right;position-try-fallbacks:flip-inline,flip-block,flip-block flip-inline}@media (hover:hover){.place:hover>.card{display:block;z-index:1}}}
@media print{.card{display:none!important}}`;

const longest = 600;

export function renderNoteWithPlaces(note: NoteToExport): string {
  const markdown = noteWithoutBareLinks(note.markdown);
  const citations = citationsOf(parseMarkdown(markdown));
  let next = 0;
  let count = 0;
  // The HTML comes from our own renderer: a link to a place has no attribute but `href`.
  return renderNoteHtml(markdown)
    .replace(/<li>(?:\s<p>)?\[[ xX]\](?:<\/p>\s)?<\/li>\n?/g, '')
    .replace(/(<li>\s{0,2}(?:<p>)?)\[([ xX])\] /g, (_, start: string, mark: string) => `${start}${mark === ' ' ? '☐' : '☑'} `)
    .replace(/<a href="#unverified">([^<]*)<\/a>/g, '[$1]')
    .replace(/<a href="(#[tp][^"<]{1,20})">(?:([^<]*)<\/a>)?/g, (whole, href: string, label: string | undefined) => {
      const anchor = parseAnchor(href);
      if (!anchor) return whole;
      // If the label has markup, only the opening tag is replaced.
      if (label === undefined) return linkTo(note, anchor) ?? '<a>';
      const at = citations.findIndex(
        (citation, index) => index >= next && formatAnchor(citation.anchor) === formatAnchor(anchor),
      );
      if (at >= 0) next = at + 1;
      const citation = citations[at] ?? { anchor, claim: { text: '', unverified: false } };
      return reference(note, citation, label, `place-${++count}`);
    });
}

export function renderNotes(notes: readonly NoteToExport[]): string[] {
  return notes.map(renderNoteWithPlaces);
}

function linkTo(note: NoteToExport, anchor: NoteAnchor): string | null {
  if (note.player && anchor.kind === 'time') {
    const { video, frame, origin } = note.player;
    return `<a href="${escapeUTF8(embedAddress(video, anchor.ms, origin))}" target="${escapeUTF8(frame)}">`;
  }
  const address = sourceLinkOf(anchor, note);
  return address === null ? null : `<a href="${escapeUTF8(address)}" rel="noopener noreferrer nofollow" target="_blank">`;
}

function reference(note: NoteToExport, { anchor, claim }: Citation, label: string, id: string): string {
  const link = linkTo(note, anchor);
  const place = citedPlace(note.lines?.[formatAnchor(anchor)] ?? [], anchor, claim.text);
  if (!place) return link === null ? label : `${link}${label}</a>`;
  const said = words[note.language];
  const parts = [
    line('at', headOf(place, note.language)),
    claim.unverified ? line('at', said.unverified) : '',
    line('near', place.before),
    line('said', place.text),
    line('near', place.after),
    link === null ? '' : `${link}${escapeUTF8(note.player && anchor.kind === 'time' ? said.play : said.open)}</a>`,
  ];
  return `<span class="place"><button type="button" popovertarget="${id}">${label}</button><span class="card" popover id="${id}">${parts.join('')}</span></span>`;
}

function headOf({ speaker, stretch, page, paragraph }: CitedPlace, language: NoteLanguage): string {
  const said = words[language];
  const inText = page === null ? said.paragraph(paragraph + 1) : said.page(page);
  return [stretch ? formatClock(stretch.startMs) : inText, speaker].filter((part) => part !== null).join(' · ');
}

function line(kind: 'at' | 'near' | 'said', text: string | null): string {
  return text === null ? '' : `<span class="${kind}">${escapeUTF8(shortenText(text, longest))}</span>`;
}
