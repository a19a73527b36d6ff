type Fence = { mark: string; indent: number; language: string };

const opening = /^( {0,8})(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#.-]{0,20})/;

function fenceOf(line: string): Fence | null {
  const [, indent = '', mark, language = ''] = opening.exec(line) ?? [];
  return mark === undefined ? null : { mark, indent: indent.length, language };
}

function closes(line: string, { mark }: Fence): boolean {
  const bare = line.trim();
  return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length);
}

/** Uses a fence that does not occur in the code. */
function blockOf({ language }: Fence, lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${lines.join('\n')}\n${mark}`;
}

export type CodeReader = {
  /** Null for normal text, else the code block that this line ends, or ''. An incomplete line that may be code gives ''. */
  take(line: string, whole: boolean): string | null;
  rest(): string;
};

export function createCodeReader(): CodeReader {
  let open: Fence | null = null;
  /** Models sometimes wrap the whole answer in a fence. */
  let wrapper: Fence | null = null;
  let lines: string[] = [];
  let begun = false;
  return {
    take(line, whole) {
      if (open) {
        if (!whole) return '';
        if (!closes(line, open)) {
          lines.push(line.replace(new RegExp(`^ {0,${open.indent}}`), ''));
          return '';
        }
        const block = lines.length > 0 ? blockOf(open, lines) : '';
        open = null;
        lines = [];
        return block;
      }
      const first = !begun;
      if (line.trim() !== '' && whole) begun = true;
      const fence = fenceOf(line);
      if (!fence) return !whole && /^\s*(?:`+|~+)$/.test(line) ? '' : null;
      if (!whole) return '';
      if (wrapper && closes(line, wrapper)) wrapper = null;
      else if (/^(?:md|markdown)$/i.test(fence.language) || (first && fence.language === '')) wrapper = fence;
      else open = fence;
      return '';
    },
    rest() {
      return open && lines.some((line) => line.trim() !== '') ? blockOf(open, lines) : '';
    },
  };
}
