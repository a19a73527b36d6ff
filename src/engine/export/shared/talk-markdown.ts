import { formatAnchor } from '#lib/markdown/anchors.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';
import { formatClock } from '#lib/time.ts';
import type { LinkTarget } from '../../sites/shared/link-to-place.ts';
import { withAbsoluteAnchors } from './absolute-anchors.ts';

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
