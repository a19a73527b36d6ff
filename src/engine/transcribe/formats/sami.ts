import { readXml, type XmlHandler } from '#lib/read-xml.ts';
import { CueList, type RawCue, tidyLines } from '../cues.ts';

/** `<SYNC Start=ms>` holds the text from then on; a blank one clears it. */
export function parseSami(source: string): RawCue[] {
  const list = new CueList();
  let startMs: number | null = null;
  let parts: string[] = [];
  let inBody = false;

  function finish(endMs: number | null): void {
    const text = tidyLines(parts.join(''));
    if (startMs !== null && text !== '') list.add(startMs, endMs, text);
    startMs = null;
    parts = [];
  }

  const handler: XmlHandler = {
    open: (name, attributes) => {
      const tag = name.toLowerCase();
      if (tag === 'body') inBody = true;
      if (tag === 'br') parts.push('\n');
      if (tag !== 'sync') return;
      const start = Number([...attributes].find(([key]) => key.toLowerCase() === 'start')?.[1] || Number.NaN);
      if (!Number.isFinite(start)) return;
      finish(start);
      startMs = start;
    },
    text: (text) => {
      if (inBody) parts.push(text.replace(/\s+/g, ' '));
    },
  };
  readXml(source, 'local', handler);
  finish(null);
  return list.cues;
}
