/** A talk's paragraphs under its chapters as Markdown, every paragraph with its time. Nothing in them is read as markup. */

import { withAbsoluteAnchors } from './markdown/absolute-anchors.ts';
import { formatAnchor } from './markdown/anchors.ts';
import { escapeMarkdownText } from './markdown/escape-text.ts';
import type { LinkTarget } from './source-links.ts';
import { formatClock } from './time.ts';

type TalkChapter = {
  title: string | null;
  startMs: number;
  paragraphs: readonly { startMs: number; speaker: string | null; text: string }[];
};

export function talkMarkdown(title: string, chapters: readonly TalkChapter[], target: LinkTarget): string {
  const blocks = title.trim() === '' ? [] : [`# ${escapeMarkdownText(title)}`];
  for (const chapter of chapters) {
    if (chapter.title !== null) blocks.push(`## ${escapeMarkdownText(chapter.title)}`);
    let speaker: string | null = null;
    for (const paragraph of chapter.paragraphs) {
      const name =
        paragraph.speaker !== null && paragraph.speaker !== speaker ? `**${escapeMarkdownText(paragraph.speaker)}:** ` : '';
      speaker = paragraph.speaker;
      const time = `[${formatClock(paragraph.startMs)}](${formatAnchor({ kind: 'time', ms: paragraph.startMs })})`;
      blocks.push(`${name}${escapeMarkdownText(paragraph.text, name === '')} ${time}`);
    }
  }
  return withAbsoluteAnchors(`${blocks.join('\n\n')}\n`, target);
}
