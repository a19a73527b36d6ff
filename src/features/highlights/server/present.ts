import type { userContentHighlights } from '#db/schema/highlights.ts';
import { type Highlight, zTextQuote } from '../contract.ts';

export type HighlightRecord = typeof userContentHighlights.$inferSelect;

export function toHighlight(row: HighlightRecord): Highlight {
  return { ...withoutPlace(row), anchors: zTextQuote.parse(row.anchors) };
}

export function withoutPlace(row: Omit<HighlightRecord, 'anchors' | 'userId' | 'deletedAt'>): Omit<Highlight, 'anchors'> {
  return {
    id: row.id,
    content_id: row.contentId,
    highlight_text: row.highlightText,
    scope: row.scope,
    section_id: row.sectionId,
    content_key: row.contentKey,
    comment: row.comment,
    colour: row.colour,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
