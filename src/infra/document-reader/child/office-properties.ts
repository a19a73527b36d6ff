import { readXml, type XmlAttributes } from '#lib/read-xml.ts';
import { tidyText } from './blocks.ts';

export function readFields(
  xml: string,
  wanted: ReadonlySet<string>,
): { name: string; text: string; attributes: XmlAttributes }[] {
  const fields: { name: string; text: string; attributes: XmlAttributes }[] = [];
  let open: { name: string; text: string; attributes: XmlAttributes } | null = null;
  readXml(xml, 'local', {
    open(name, attributes) {
      if (open === null && wanted.has(name)) open = { name, text: '', attributes };
    },
    text(text) {
      if (open) open.text += text;
    },
    close(name) {
      if (open?.name !== name) return;
      fields.push({ ...open, text: tidyText(open.text).slice(0, 2000) });
      open = null;
    },
  });
  return fields;
}
