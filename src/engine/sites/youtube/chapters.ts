import type { SourceChapter } from '../../domain.ts';
import { chaptersInNotes } from '../../sources/podcast/show-notes.ts';
import { at, isRecord, numberOf, stringOf, textOf, valuesOf } from './json-in-page.ts';

const mostChapters = 500;
const creatorPanel = 'engagement-panel-macro-markers-description-chapters';

/** Leaves out automatic chapters (`AUTO_CHAPTERS`, key moments). */
export function readChapters(data: unknown, description: string | null, durationMs: number | null): SourceChapter[] {
  for (const chapters of [chaptersOfBar(data), chaptersOfPanel(data)]) {
    const ordered = inOrder(chapters, durationMs);
    if (ordered.length >= 2) return ordered;
  }
  return chaptersInNotes(description ?? '', durationMs);
}

function chaptersOfBar(data: unknown): SourceChapter[] {
  for (const map of valuesOf(at(data, 'playerOverlays'), 'markersMap')) {
    if (!Array.isArray(map)) continue;
    const entry = map.find((candidate: unknown) => at(candidate, 'key') === 'DESCRIPTION_CHAPTERS') as unknown;
    const chapters = at(entry, 'value', 'chapters');
    if (Array.isArray(chapters)) return chapters.flatMap((chapter: unknown) => toChapter(at(chapter, 'chapterRenderer')));
  }
  return [];
}

function chaptersOfPanel(data: unknown): SourceChapter[] {
  const panels = at(data, 'engagementPanels');
  if (!Array.isArray(panels)) return [];
  for (const panel of panels) {
    const section = at(panel, 'engagementPanelSectionListRenderer');
    if (stringOf(at(section, 'panelIdentifier')) !== creatorPanel && stringOf(at(section, 'targetId')) !== creatorPanel) continue;
    return [...valuesOf(section, 'macroMarkersListItemRenderer')].flatMap(toChapter);
  }
  return [];
}

function toChapter(renderer: unknown): SourceChapter[] {
  if (!isRecord(renderer)) return [];
  const title = textOf(renderer.title);
  const start = numberOf(at(renderer, 'onTap', 'watchEndpoint', 'startTimeSeconds'));
  const startMs = numberOf(renderer.timeRangeStartMillis) ?? (start === null ? null : start * 1000);
  return title === null || startMs === null ? [] : [{ title: title.slice(0, 200), startMs }];
}

function inOrder(chapters: readonly SourceChapter[], durationMs: number | null): SourceChapter[] {
  const ordered: SourceChapter[] = [];
  for (const chapter of chapters.toSorted((a, b) => a.startMs - b.startMs).slice(0, mostChapters)) {
    const isRepeat = chapter.startMs === ordered.at(-1)?.startMs;
    if (!isRepeat && (durationMs === null || chapter.startMs < durationMs)) ordered.push(chapter);
  }
  return ordered;
}
