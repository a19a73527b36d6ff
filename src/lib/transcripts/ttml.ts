import { readXml, type XmlAttributes } from '../read-xml.ts';

/** `frames` are those of a real second; `counted` are those of a second of an SMPTE time code, null on another time base. */
type Rates = { frames: number; subFrames: number; ticks: number; counted: number | null; dropMode: string };

type Context = {
  name: string;
  beginMs: number;
  endMs: number | null;
  timed: boolean;
  sequential: boolean;
  /** Start of the next child in a sequential container. */
  cursorMs: number;
  preserve: boolean;
  hidden: boolean;
  buffer: string[] | null;
  speaker: string | undefined;
};

export type TtmlCue = { startMs: number; endMs: number | null; text: string; speaker?: string };

/** https://www.w3.org/TR/ttml2/ and profiles (DFXP, IMSC, EBU-TT). Ignores namespaces: each version has its own. */
export function readTtml(xml: string, add: (cue: TtmlCue) => void): { title: string | null; language: string | null } {
  const rates: Rates = { frames: 30, subFrames: 1, ticks: 1, counted: null, dropMode: 'nonDrop' };
  const agents = new Map<string, string>();
  const stack: Context[] = [];
  let language: string | null = null;
  let titleParts: string[] = [];
  let agent = '';

  function open(name: string, attributes: XmlAttributes): void {
    const parent = stack.at(-1);
    if (name === 'tt') {
      readRates(attributes, rates);
      language = attributes.get('lang')?.trim() || null;
    }
    if (name === 'agent') agent = attributes.get('id') ?? '';
    if (name === 'br') ownerOf(stack)?.buffer?.push('\n');
    const context = openContext(name, attributes, parent, rates);
    const who = attributes.get('agent');
    if (who !== undefined && name !== 'agent') context.speaker = agents.get(who) ?? context.speaker;
    stack.push(context);
  }

  function close(name: string): void {
    let index = stack.length - 1;
    // A stray end tag is skipped; an element without end tag ends with its parent.
    while (index >= 0 && stack[index]?.name !== name && stack.length - index < 50) index--;
    if (index < 0 || stack[index]?.name !== name) return;
    while (stack.length > index) closeContext(stack, add);
    if (name === 'agent') agent = '';
  }

  function text(value: string): void {
    const top = stack.at(-1);
    if (!top || top.hidden) return;
    if (top.name === 'title' && titleParts.length < 50) titleParts.push(value);
    else if (top.name === 'name' && agent !== '') agents.set(agent, value.trim());
    else ownerOf(stack)?.buffer?.push(top.preserve ? value : value.replace(/\s+/g, ' '));
  }

  readXml(xml, 'local', { open, close, text });
  while (stack.length > 0) closeContext(stack, add);
  titleParts = titleParts.map((part) => part.trim()).filter((part) => part !== '');
  return { title: titleParts.join(' ') || null, language };
}

function openContext(name: string, attributes: XmlAttributes, parent: Context | undefined, rates: Rates): Context {
  const base = parent ? (parent.sequential ? parent.cursorMs : parent.beginMs) : 0;
  const begin = timeMs(attributes.get('begin'), rates);
  const end = timeMs(attributes.get('end'), rates);
  const duration = timeMs(attributes.get('dur'), rates);
  const beginMs = base + (begin ?? 0);
  const ends = [end === null ? null : base + end, duration === null ? null : beginMs + duration, parent?.endMs ?? null];
  const known = ends.filter((value) => value !== null);
  const hasTimes = begin !== null || end !== null || duration !== null;
  const space = attributes.get('space');
  const inParagraph = parent !== undefined && (parent.name === 'p' || parent.name === 'span');
  return {
    name,
    beginMs,
    endMs: known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : null,
    timed: hasTimes || (parent?.timed ?? false),
    sequential: attributes.get('timeContainer') === 'seq',
    cursorMs: beginMs,
    preserve: space === undefined ? (parent?.preserve ?? false) : space === 'preserve',
    // Furigana is left out, as it would repeat the word.
    hidden: (parent?.hidden ?? false) || attributes.get('ruby') === 'text' || attributes.get('ruby') === 'delimiter',
    buffer: name === 'p' || (name === 'span' && hasTimes && inParagraph) ? [] : null,
    speaker: parent?.speaker,
  };
}

function closeContext(stack: Context[], add: (cue: TtmlCue) => void): void {
  const context = stack.pop();
  if (!context) return;
  const parent = stack.at(-1);
  if (parent?.sequential && context.endMs !== null) parent.cursorMs = Math.max(parent.cursorMs, context.endMs);
  if (!context.buffer || !context.timed) return;
  const { beginMs, endMs, speaker } = context;
  add({ startMs: beginMs, endMs, text: context.buffer.join(''), ...(speaker ? { speaker } : {}) });
}

function ownerOf(stack: readonly Context[]): Context | undefined {
  for (let i = stack.length - 1; i >= 0 && i > stack.length - 50; i--) if (stack[i]?.buffer) return stack[i];
  return undefined;
}

function readRates(attributes: XmlAttributes, rates: Rates): void {
  const frameRate = positive(attributes.get('frameRate'));
  const [numerator, denominator] = (attributes.get('frameRateMultiplier') ?? '').split(/[\s:]+/).map(positive);
  const factor = numerator ? numerator / (denominator ?? 1) : 1;
  rates.frames = (frameRate ?? 30) * factor;
  rates.counted = attributes.get('timeBase')?.trim() === 'smpte' ? (frameRate ?? 30) : null;
  rates.dropMode = attributes.get('dropMode')?.trim() ?? 'nonDrop';
  rates.subFrames = positive(attributes.get('subFrameRate')) ?? 1;
  rates.ticks = positive(attributes.get('tickRate')) ?? (frameRate ? rates.frames * rates.subFrames : 1);
}

/** A time code counts frames: at 29.97 frames a second its hour of 108,000 frames lasts 3603.6 s, unless numbers are dropped. */
function clockMs(hours: number, minutes: number, seconds: number, { counted, frames, dropMode }: Rates): number {
  const whole = hours * 3600 + minutes * 60 + seconds;
  if (counted === null) return whole * 1000;
  const dropped =
    dropMode === 'dropNTSC'
      ? (hours * 54 + minutes - Math.floor(minutes / 10)) * 2
      : dropMode === 'dropPAL'
        ? (hours * 27 + Math.floor(minutes / 2) - Math.floor(minutes / 20)) * 4
        : 0;
  return ((whole * counted - dropped) / frames) * 1000;
}

function positive(value: string | undefined): number | null {
  const number = Number(value?.trim() || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : null;
}

const msPerUnit: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

function timeMs(expression: string | undefined, rates: Rates): number | null {
  const value = (expression ?? '').trim().slice(0, 60);
  const offset = /^(\d{1,12}(?:\.\d{1,12})?)(h|ms|m|s|f|t)$/.exec(value);
  if (offset) {
    const amount = Number(offset[1]);
    const unit = offset[2] ?? '';
    if (unit === 'f') return (amount / rates.frames) * 1000;
    return unit === 't' ? (amount / rates.ticks) * 1000 : amount * (msPerUnit[unit] ?? 0);
  }
  const clock = /^(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,12})|[:;](\d{1,4})(?:\.(\d{1,4}))?)?$/.exec(value);
  if (clock) {
    const [, hours = '0', minutes, seconds, fraction, frames, subFrames = '0'] = clock;
    const whole = clockMs(Number(hours), Number(minutes), Number(seconds), rates);
    if (fraction) return whole + Number(`0.${fraction}`) * 1000;
    return whole + ((Number(frames ?? 0) + Number(subFrames) / rates.subFrames) / rates.frames) * 1000;
  }
  // Plain seconds are not in the standard but occur in files.
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) * 1000 : null;
}
