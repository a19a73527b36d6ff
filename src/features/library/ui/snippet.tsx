/** Text with the words of a search highlighted. `ranges` are in order and do not overlap. */
export function Snippet({ text, ranges }: { text: string; ranges: readonly { start: number; end: number }[] }) {
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-accent-soft text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}
