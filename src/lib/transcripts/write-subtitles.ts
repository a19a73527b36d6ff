/** SRT and VTT leave out segments without times. */

export type SubtitleLine = { startMs: number | null; endMs: number | null; text: string; speaker?: string | undefined };

/** CRLF line ends, as most players and editors write them. */
export function toSrt(lines: readonly SubtitleLine[]): string {
  const blocks = timedLines(lines).map(({ startMs, endMs, text, speaker }, index) => {
    const spoken = speaker ? `${speaker}: ${text}` : text;
    const times = `${stamp(startMs, ',')} --> ${stamp(endMs, ',')}`;
    return `${index + 1}\n${times}\n${escapeSrt(spoken)}\n`;
  });
  return blocks.join('\n').replaceAll('\n', '\r\n');
}

export function toVtt(lines: readonly SubtitleLine[]): string {
  const blocks = timedLines(lines).map(({ startMs, endMs, text, speaker }) => {
    const voice = speaker ? `<v ${escapeVtt(speaker)}>` : '';
    return `${stamp(startMs, '.')} --> ${stamp(endMs, '.')}\n${voice}${escapeVtt(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** A line begins with the speaker's name if the speaker changes. */
export function toTxt(lines: readonly SubtitleLine[]): string {
  let speaker: string | undefined;
  const written: string[] = [];
  for (const line of lines) {
    const text = oneLine(line.text);
    if (text === '') continue;
    written.push(line.speaker && line.speaker !== speaker ? `${oneLine(line.speaker)}: ${text}` : text);
    speaker = line.speaker;
  }
  return written.length > 0 ? `${written.join('\n')}\n` : '';
}

type TimedLine = { startMs: number; endMs: number; text: string; speaker: string | undefined };

function timedLines(lines: readonly SubtitleLine[]): TimedLine[] {
  const timed: TimedLine[] = [];
  for (const { startMs, endMs, text, speaker } of lines) {
    if (startMs === null) continue;
    // An empty line would end the cue.
    const whole = text
      .split(/[\n\r\u2028\u2029]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
    if (whole !== '')
      timed.push({
        startMs,
        endMs: Math.max(startMs, endMs ?? startMs),
        text: whole,
        speaker: oneLine(speaker ?? '') || undefined,
      });
  }
  return timed;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** SubRip has no escapes and most players show `&amp;` literally: only what a reader would take for markup is escaped. */
function escapeSrt(text: string): string {
  return text
    .replace(/&(?=#?[A-Za-z0-9]{1,8};)/g, '&amp;')
    .replace(/<(?=\/?[A-Za-z]|\d+:\d)/g, '&lt;')
    .replace(/>(?<=(?:-|–|—|−|=) ?>)/g, '&gt;')
    .replace(/\{(?=\\|[A-Za-z]:)/g, '&#123;')
    .replace(/\\(?=N)/g, '&#92;');
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function stamp(ms: number, point: ',' | '.'): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const fraction = String(whole % 1000).padStart(3, '0');
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}${point}${fraction}`;
}
