import { decodeEntities } from '../markup.ts';

/** https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules. `voices` are the distinct names of `<v>` tags. */
export function vttCueText(payload: string): { text: string; voices: string[] } {
  const voices: string[] = [];
  if (!payload.includes('<')) return { text: decodeEntities(payload), voices };
  const parts: string[] = [];
  let from = 0;
  for (let open = payload.indexOf('<'); open >= 0; open = payload.indexOf('<', from)) {
    const close = payload.indexOf('>', open);
    if (close < 0) break;
    parts.push(payload.slice(from, open));
    from = close + 1;
    const voice = /^v(?:\.\S*)?\s([\s\S]*)$/.exec(payload.slice(open + 1, Math.min(close, open + 300)))?.[1];
    const name = voice === undefined ? '' : decodeEntities(voice).replace(/\s+/g, ' ').trim();
    if (name !== '' && !voices.includes(name) && voices.length < 100) voices.push(name);
  }
  parts.push(payload.slice(from));
  return { text: decodeEntities(parts.join('')), voices };
}
