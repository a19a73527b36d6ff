import { clsx } from 'clsx';
import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#lib/markdown/words.ts';
import { takeTags } from '#lib/notes/hashtags.ts';
import { settingOf } from '#lib/text/script-of.ts';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { AnchorChip, NoteTimesContext } from '#ui/reader/anchor-chip.tsx';
import { anchorsOf, markdownBlocks, type NoteSection, noteSections } from '#ui/reader/blocks.ts';
import type { MarkdownContext } from '#ui/reader/markdown-elements.tsx';
import { headingApart, ModelBlock, modelText, TodoBox, WritingMark } from '#ui/reader/model-text.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { Badge } from '#ui/surfaces.tsx';
import { useLaidOutAhead } from './use-laid-out-ahead.ts';

type NoteViewProps = {
  markdown: string;
  /** Shown above the note; an only heading with the same text is left out. */
  title?: string;
  streaming?: boolean;
  onToggleTask?: (line: number) => void;
  /** False if the tags are edited elsewhere on the page. */
  withTags?: boolean;
};

/** Renders the note; unchanged blocks do not render again while it streams, and nothing does on scroll. */
export const NoteView = memo(function NoteView({
  markdown,
  title,
  streaming = false,
  onToggleTask,
  withTags = true,
}: NoteViewProps) {
  const { t } = useTranslation();
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({
      ...modelText(words),
      anchor: (citation, label) => <AnchorChip citation={citation} label={label} />,
      task: (line, done, label) => <TodoBox done={done} label={label} onToggle={onToggleTask && (() => onToggleTask(line))} />,
      heading: headingApart('note-heading mt-[1.6em]'),
    }),
    [words, onToggleTask],
  );
  const { text, tags } = useMemo(() => takeTags(markdown), [markdown]);
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  const { sections, times } = useMemo(() => {
    const moments = new Set<number>();
    for (const block of blocks) for (const anchor of anchorsOf(block.tokens)) if (anchor.kind === 'time') moments.add(anchor.ms);
    return {
      sections: noteSections(blocks),
      times: [...moments].toSorted((a, b) => a - b).map((startMs) => ({ startMs })),
    };
  }, [blocks]);
  const timed = useMemo(
    () => sections.map((section) => ({ startMs: section.startMs ?? -1 })).filter((section) => section.startMs >= 0),
    [sections],
  );
  const headings = sections.flatMap(({ heading }) => heading ?? []);
  const untitled = headings.length === 1 && headings[0] !== undefined && wordsOf(headings[0].tokens) === title;
  const aside = sections.length > manySections;
  const article = useRef<HTMLElement>(null);
  useEffect(() => coverWhileScrolling(article.current), []);
  useLaidOutAhead(article, aside && !streaming ? sections.length : 0);
  const litStart = usePlayerState((state) => (state.timeMs > 0 ? (timed[indexAt(timed, state.timeMs)]?.startMs ?? -1) : -1));

  return (
    <NoteTimesContext value={times}>
      <article
        ref={article}
        aria-label={t(($) => $.notes.label)}
        aria-busy={streaming}
        {...settingOf(text)}
        className="reading relative [&_li>ol]:my-1 [&_li>ul]:my-1"
      >
        {sections.map((section, index) => (
          <Section
            // biome-ignore lint/suspicious/noArrayIndexKey: a growing note only ever adds at its end
            key={index}
            section={section}
            lit={section.startMs !== null && section.startMs === litStart}
            context={context}
            aside={aside}
            untitled={untitled}
          />
        ))}
        {withTags && tags.length > 0 ? <Tags tags={tags} /> : null}
        {streaming ? <WritingMark /> : null}
      </article>
    </NoteTimesContext>
  );
});

/** Above this number, sections outside the view are not laid out; the note of a recording of hours has sixty. */
const manySections = 12;

type SectionProps = {
  section: NoteSection;
  lit: boolean;
  context: MarkdownContext;
  /** Skips layout while outside the view. */
  aside: boolean;
  untitled: boolean;
};

/** An estimate for the scroll bar, used until the section is laid out. */
function expectedSize({ heading, body }: NoteSection): CSSProperties {
  const lines = [heading, ...body].reduce((sum, block) => sum + 1 + Math.ceil((block?.source.length ?? 0) / 90), 0);
  return { containIntrinsicBlockSize: `auto ${Math.round(lines * 1.65)}em` };
}

function Section({ section, lit, context, aside, untitled }: SectionProps) {
  const body = section.body.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
    <ModelBlock key={index} block={block} context={context} />
  ));
  if (!section.heading) {
    return (
      <div className="rounded-lg border border-line bg-surface px-5 py-1 [&_blockquote]:border-0 [&_blockquote]:p-0 [&_blockquote]:text-ink">
        {body}
      </div>
    );
  }
  return (
    <section
      data-lit={lit || undefined}
      style={aside ? expectedSize(section) : undefined}
      className={clsx(
        // The bar is inside the section, because `content-visibility` clips at the border.
        'relative -mr-1 -ml-3 pr-1 pl-3 before:absolute before:inset-y-1 before:left-0 before:w-[3px] before:rounded-full before:bg-accent before:transition-opacity md:-ml-5 md:pl-5',
        lit ? 'before:opacity-100' : 'before:opacity-0',
        aside && '[content-visibility:auto]',
      )}
    >
      {untitled ? null : <ModelBlock block={section.heading} context={context} />}
      {body}
    </section>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t(($) => $.notes.tags)} className="mt-8 flex list-none flex-wrap gap-2 p-0">
      {tags.map((tag) => (
        <li key={tag} className="my-0!">
          <Badge className="h-6 max-w-64 px-2">
            <span className="truncate">#{tag}</span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
