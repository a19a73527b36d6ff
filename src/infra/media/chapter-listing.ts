export type ListedChapter = { startSeconds: number; endSeconds: number; title: string };

/** Parses FFmpeg's output in pieces: ` Chapter #0:1: `, `start 1.0, `, `end 2.0`, ` Metadata:`, ` title : `, the value. */
export function parseChapters(pieces: string[]): ListedChapter[] {
  const chapters: ListedChapter[] = [];
  let current: ListedChapter | undefined;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? '';
    if (/^ {2}Stream #|^ {2}Program /.test(piece)) break;
    if (/^ {4}Chapter #\d+:\d+: $/.test(piece)) {
      current = {
        startSeconds: numberAfter('start', pieces[index + 1]),
        endSeconds: numberAfter('end', pieces[index + 2]),
        title: '',
      };
      chapters.push(current);
    } else if (current && /^ {8}title\s*: $/i.test(piece)) {
      const end = pieces.indexOf('', index + 1);
      const value = pieces.slice(index + 1, end < 0 ? undefined : end);
      // A line break inside a title is printed as an indented piece.
      current.title = value
        .map((part) => part.replace(/^\n? {8,}: /, ' '))
        .join('')
        .replace(/\s+/g, ' ')
        .trim();
      index = end < 0 ? pieces.length : end;
    }
  }
  return chapters.filter((chapter) => Number.isFinite(chapter.startSeconds)).sort((a, b) => a.startSeconds - b.startSeconds);
}

function numberAfter(word: string, piece: string | undefined): number {
  const match = piece?.match(new RegExp(`^${word} (-?\\d+(?:\\.\\d+)?)`));
  return match ? Math.max(0, Number(match[1])) : Number.NaN;
}
