/**
 * Addresses that hand a text to a program on the reader's own machine, which needs no account and tells nobody else.
 * Obsidian: https://help.obsidian.md/Extending+Obsidian/Obsidian+URI (`new`); Logseq: its `quickCapture`; mail: RFC 6068.
 */
import { fileNameOf } from '#lib/file-name.ts';

export type Takeaway = {
  title: string;
  /** Where it is from. */
  url: string | null;
  /** The text alone, Markdown. */
  body: string;
  /** The text with its head, as a file of a note app. */
  file: string;
};

export type Handover = {
  href: string;
  /** To be put on the clipboard first, because the address would be too long; null when everything is in it. */
  clipboard: string | null;
};

export type NoteApp = 'obsidian' | 'logseq' | 'mail';

/** Windows hands no longer addresses to programs (2048 characters, quietly dropped); others allow more. */
export const longestHref = 2000;
/** Beside a long title there is room for an address of so many characters, encoded. */
const longestUrl = 800;

/** `pasteHere` stands in the text's place when it has to be pasted. */
export function handoverTo(app: NoteApp, take: Takeaway, pasteHere: string): Handover {
  switch (app) {
    case 'obsidian': {
      const name = `obsidian://new?name=${encode(obsidianName(take.title))}`;
      const whole = `${name}&content=${encode(take.file)}`;
      // Obsidian reads the clipboard by itself.
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
        // An address cannot be cut: one that is too long goes with the text.
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

/** What no vault takes in a name goes: besides a file system's own, what begins a heading, a block or a link. */
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
