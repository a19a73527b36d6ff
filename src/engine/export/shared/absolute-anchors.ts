import { parseAnchor, unverifiedHref } from '#lib/markdown/anchors.ts';
import { noteWithoutBareLinks } from '#lib/markdown/note-bare-addresses.ts';
import { type LinkTarget, sourceLinkOf } from '../../sites/shared/link-to-place.ts';

const ownMark = /\[([^\]\n]{1,20})\]\((#(?:t=\d{1,7}(?:\.\d{1,3})?|p\d{1,7}|unverified))\)/g;

/** For other programs: anchors become links where there is something to open, marks plain text, and bare addresses code. */
export function withAbsoluteAnchors(note: string, target: LinkTarget): string {
  return noteWithoutBareLinks(note).replace(ownMark, (whole, label: string, href: string) => {
    if (href === unverifiedHref) return `[${label}]`;
    const anchor = parseAnchor(href);
    if (!anchor) return whole;
    const link = sourceLinkOf(anchor, target);
    // A label on its own keeps its brackets, or a time would run into the words before it.
    return link === null ? `[${label}]` : `[${label}](${link})`;
  });
}
