import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Segment } from '#engine/domain.ts';
import type { ContentOverview, ContentTranscript } from '#features/contents/contract.ts';
import { useTRPC } from '#rpc/client.tsx';
import type { EditedTranscript } from '../contract.ts';

export type ScriptContent = ContentOverview & ContentTranscript;

type ScriptCache = {
  /** The content as of the last answer, which may be newer than what is rendered. */
  now: RefObject<ScriptContent>;
  /** Stores the server's answer and the new lines; null where the lines are read again. */
  keep: (answer: EditedTranscript, lines: readonly Segment[] | null) => void;
  readAgain: () => Promise<readonly Segment[]>;
};

export function useScriptCache(detail: ScriptContent): ScriptCache {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { contentId } = detail;
  const key = trpc.content.transcript.queryKey({ contentId });
  const overviewKey = trpc.content.overview.queryKey({ contentId });
  const now = useRef(detail);
  useEffect(() => {
    now.current = detail;
  });

  return {
    now,
    keep({ version, edits, note }, lines) {
      const script = {
        transcriptVersion: version,
        transcriptEdits: edits,
        ...(lines ? { subtitlesArray: [...lines] } : {}),
      };
      now.current = { ...now.current, ...script };
      queries.setQueryData(key, (known) => known && { ...known, ...script });
      const written = note && {
        note: note.markdown,
        noteVersionId: note.versionId,
        noteEdited: true,
        updatedAt: note.updatedAt,
      };
      queries.setQueryData(overviewKey, (known) => known && { ...known, transcriptVersion: version, ...written });
      for (const queryKey of [
        trpc.content.speechDensity.pathKey(),
        trpc.content.article.queryKey({ contentId }),
        trpc.content.writtenArticle.queryKey({ contentId }),
        trpc.content.translation.queryKey({ contentId }),
        // Highlights move with the text.
        trpc.highlights.ofContent.queryKey({ contentId }),
      ])
        void queries.invalidateQueries({ queryKey });
    },
    async readAgain() {
      // The overview says whether the note is still what was written.
      await Promise.all([key, overviewKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
      return queries.getQueryData(key)?.subtitlesArray ?? [];
    },
  };
}
