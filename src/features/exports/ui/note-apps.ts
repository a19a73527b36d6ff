/** Obsidian: https://help.obsidian.md/Extending+Obsidian/Obsidian+URI (`new`); Logseq: `quickCapture`; mail: RFC 6068. */
import { fileNameOf } from '#lib/file-name.ts';

export type Takeaway = {
  title: string;
  url: string | null;
  /** Markdown without a header. */
  body: string;
  /** Markdown with a YAML header. */
  file: string;
};

export type Handover = {
  href: string;
  /** Text for the clipboard when the address would be too long, else null. */
  clipboard: string | null;
};

export type NoteApp = 'obsidian' | 'logseq' | 'mail';

/** Windows truncates longer addresses silently (2048 characters); other systems allow more. */
export const longestHref = 2000;
/** Encoded characters of the source's address that fit beside a long title. */
const longestUrl = 800;

/** `pasteHere` stands in for text that the user has to paste. */
export function handoverTo(app: NoteApp, take: Takeaway, pasteHere: string): Handover {
  switch (app) {
    case 'obsidian': {
      const name = `obsidian://new?name=${encode(obsidianName(take.title))}`;
      const whole = `${name}&content=${encode(take.file)}`;
      // Obsidian reads the clipboard itself.
      return fits(whole) ? { href: whole, clipboard: null } : { href: `${name}&clipboard`, clipboard: take.file };
    }
    case 'logseq': {
      const capture = (url: string, content: string) =>
        `logseq://x-callback-url/quickCapture?title=${encode(clip(take.title))}&url=${encode(url)}&content=${encode(content)}`;
      const whole = capture(take.url ?? '', take.body);
      if (fits(whole)) return { href: whole, clipboard: null };
      const named = take.url !== null && encode(take.url).length <= longestUrl;
      return {
        href: capture(named ? (take.url ?? '') : '', pasteHere),
        // A source address that is too long goes into the text.
        clipboard: named ? take.body : withUrl(take),
      };
    }
    case 'mail': {
      const letter = (text: string) =>
        `mailto:?subject=${encode(clip(take.title))}&body=${encode(text.replace(/\r\n?|\n/g, '\r\n'))}`;
      const text = withUrl(take);
      const whole = letter(text);
      return fits(whole) ? { href: whole, clipboard: null } : { href: letter(pasteHere), clipboard: text };
    }
  }
}

/** Also removes characters that start a heading, block or link in Obsidian. */
function obsidianName(title: string): string {
  const plain = title.replace(/[#^[\]|]+/g, ' ');
  return fileNameOf(plain, 'md').slice(0, -'.md'.length);
}

function clip(title: string): string {
  return Array.from(title.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, 80)
    .join('');
}

function withUrl({ url, body }: Takeaway): string {
  return [url ?? '', body.trim()].filter((part) => part !== '').join('\n\n');
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function fits(href: string): boolean {
  return href.length <= longestHref;
}
