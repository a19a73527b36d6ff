/** React sends parts of a page later, hidden at its end, with a script that says where they belong. */
import { attr, childrenOf, type Document, type Element, isElement, type Node, textOf, walkElements } from './tree.ts';

/** Ids may have an application's prefix before the letter. */
const moves = /\$R[CS]\("([\w-]{0,30}[BPS]:[\w-]{1,20})",\s{0,3}"([\w-]{0,30}[BPS]:[\w-]{1,20})"/g;
const partId = /^([\w-]{0,30})S:([\w-]{1,20})$/;
const placeId = /^[\w-]{0,30}[BP]:/;

/** Moves the parts to their places; a part without a known place is shown where it is. */
export function placeStreamedParts(document: Document): void {
  const parts = new Map<string, Element>();
  const places = new Map<string, Element>();
  const targets = new Map<string, string>();
  walkElements(document, (element) => {
    if (element.tagName === 'script') {
      const text = textOf(element);
      if (!text.includes('$R')) return undefined;
      for (const [, one = '', other = ''] of text.matchAll(moves)) {
        const [part, place] = partId.test(one) ? [one, other] : [other, one];
        targets.set(part, place);
      }
      return undefined;
    }
    if (element.attrs.length === 0) return undefined;
    const id = attr(element, 'id') ?? '';
    if (attr(element, 'hidden') !== null && partId.test(id)) parts.set(id, element);
    else if (element.tagName === 'template' && placeId.test(id)) places.set(id, element);
    return undefined;
  });
  for (const [id, part] of parts) {
    part.attrs = part.attrs.filter(({ name }) => name !== 'hidden');
    const place = places.get(targets.get(id) ?? id.replace(partId, '$1B:$2'));
    if (place && !contains(part, place)) movePart(part, place);
  }
}

function contains(element: Element, other: Element): boolean {
  for (let node: Node | null = other; node && isElement(node); node = node.parentNode as Node | null)
    if (node === element) return true;
  return false;
}

function movePart(part: Element, place: Element): void {
  const from = part.parentNode;
  const to = place.parentNode;
  if (!from || !to) return;
  from.childNodes = from.childNodes.filter((node) => node !== part);
  const start = to.childNodes.indexOf(place);
  // The fallback shown until then ends at this comment.
  const end = to.childNodes.findIndex(
    (node, i) => i > start && node.nodeName === '#comment' && 'data' in node && node.data === '/$',
  );
  const children = childrenOf(part);
  for (const child of children) child.parentNode = to;
  to.childNodes.splice(start, Math.max(1, end - start), ...children);
}
