import { decodeHTMLStrict } from 'entities/decode';
import { Tokenizer } from 'htmlparser2';

export type XmlAttributes = ReadonlyMap<string, string>;

export type XmlHandler = {
  open?(name: string, attributes: XmlAttributes, end: number): void;
  close?(name: string, start: number): void;
  text?(text: string): void;
};

/** `local` drops namespace prefixes: `w:p` is `p`. Of two attributes with the same name, the first counts. */
type XmlNames = 'local' | 'prefixed';

/** A file with more attributes is made to fill memory. */
const maxAttributes = 256;

/** Tolerates broken markup. Ignores document types, so entities can neither grow nor open files. Does not check nesting. */
export function readXml(source: string, names: XmlNames, handler: XmlHandler): void {
  const nameAt = (start: number, end: number): string => {
    const written = source.slice(start, end);
    return names === 'local' ? localName(written) : written;
  };
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let inDocumentType = false;
  const set = (value: string): void => {
    if (!attributes.has(attribute) && attributes.size < maxAttributes) attributes.set(attribute, value);
  };
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    // In HTML mode `<3` stays text; in XML mode it would become a tag.
    { xmlMode: false, decodeEntities: false, recognizeSelfClosing: true },
    {
      isInForeignContext: () => true,
      ontext(start, end) {
        let text = source.slice(start, end);
        if (inDocumentType) {
          const bracket = text.indexOf(']');
          if (bracket < 0) return;
          inDocumentType = false;
          text = text.slice(bracket + 1).replace(/^\s*>/, '');
        }
        handler.text?.(decodeHTMLStrict(text));
      },
      onopentagname(start, end) {
        name = nameAt(start, end);
        attributes = new Map();
        inDocumentType = false;
      },
      onattribname(start, end) {
        attribute = nameAt(start, end);
      },
      onattribdata(start, end) {
        set(decodeHTMLStrict(source.slice(start, end)));
      },
      onattribend() {
        set('');
      },
      onopentagend(end) {
        handler.open?.(name, attributes, end + 1);
      },
      onselfclosingtag(end) {
        handler.open?.(name, attributes, end + 1);
        handler.close?.(name, end + 1);
      },
      onclosetag(start, end) {
        handler.close?.(nameAt(start, end), start - 2);
      },
      oncdata(start, end, offset) {
        handler.text?.(source.slice(start, end - offset));
      },
      oncomment(start, end) {
        if (end === source.length && source.startsWith('[CDATA[', start)) handler.text?.(source.slice(start + 7));
      },
      ondeclaration(start, end) {
        // The tokenizer does not know internal subsets of document types: it reads them as declarations, then `]>` as text.
        const declaration = source.slice(start, end);
        inDocumentType = declaration.includes('[') && !declaration.includes(']');
      },
      onprocessinginstruction: ignore,
      ontextentity: ignore,
      onattribentity: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
