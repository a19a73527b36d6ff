/** Renames a speaker in a note, where the name is surely the speaker's. */

import { parseAnchor } from '#lib/markdown/anchors.ts';
import { createFenceReader } from '#lib/markdown/code-fences.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';
import { isTagLine } from '#lib/notes/hashtags.ts';
import type { NoteChange } from './note-changes.ts';

export type SpeakerRename = {
  from: string;
  to: string;
  /** Other speakers: a longer name that contains `from` is theirs. */
  others: readonly string[];
  /** Does the speaker talk at this moment or soon after? */
  speaksAt: (ms: number) => boolean;
  /** Limits the change to blocks that cite only these moments. */
  only?: (ms: number) => boolean;
  plain?: boolean;
};

export function followSpeaker(note: string, rename: SpeakerRename): NoteChange[] {
  const label = readLabel(rename.from);
  if (label === null) return [];
  const changes: NoteChange[] = [];
  const now = rename.plain ? rename.to : escapeMarkdownText(rename.to, false);
  let shift = 0;
  let start = 0;
  const kindOf = createFenceReader();
  for (const line of note.split('\n')) {
    if (kindOf(line) === 'text' && !isTagLine(line) && line.length > 0)
      for (const { at, was } of namesIn(line, label, rename)) {
        changes.push({ at: start + at + shift, was, now });
        shift += now.length - was.length;
      }
    start += line.length + 1;
  }
  return changes;
}

type Label = {
  pattern: RegExp;
  /** Chinese has no spaces between words. */
  hanStart: boolean;
  hanEnd: boolean;
  /** `mark`: unmistakable label. `name`: may be an ordinary word. `letter`: may be any word. */
  kind: 'mark' | 'name' | 'letter';
};

const han = /\p{Script=Han}/u;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

function readLabel(from: string): Label | null {
  const label = from.trim();
  const characters = Array.from(label);
  const first = characters[0] ?? '';
  const last = characters.at(-1) ?? '';
  if (!wordCharacter.test(label)) return null;
  const parts = label.split(/\s+/u).map((part) =>
    Array.from(part, (character) => {
      if (/[\p{L}\p{N}\p{M}]/u.test(character)) return character;
      // Notes escape Markdown characters.
      return `\\\\?\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    }).join(''),
  );
  const source = parts.join('\\s+').replace(/(\p{Script=Han})(?:\\s\+)?(?=\p{Nd})/gu, '$1\\s*');
  const letters = label.match(/\p{L}/gu)?.length ?? 0;
  const isMark = (/\p{N}/u.test(label) && letters > 0) || /[_#@]/.test(label);
  const isLetter = !isMark && (letters < 2 || (letters < 3 && !han.test(label)) || /^\p{Ll}+$/u.test(label));
  return {
    pattern: new RegExp(source, isMark ? 'giu' : 'gu'),
    hanStart: han.test(first),
    hanEnd: han.test(last),
    kind: isMark ? 'mark' : isLetter ? 'letter' : 'name',
  };
}

function namesIn(line: string, label: Label, rename: SpeakerRename): { at: number; was: string }[] {
  const moments = momentsOf(line);
  if (rename.only && (moments.length === 0 || !moments.every(rename.only))) return [];
  const taken = [...outOfBounds(line), ...longerNames(line, rename)];
  const speaks = moments.some(rename.speaksAt);
  return [...line.matchAll(label.pattern)].flatMap((match) => {
    const [at, was] = [match.index, match[0]];
    const end = at + was.length;
    if (taken.some((place) => at < place.end && end > place.start)) return [];
    const [before, after] = [line.slice(0, at), line.slice(end)];
    if (cutsWord(before, after, label)) return [];
    return label.kind === 'mark' || namesSpeaker(before, after, label, speaks) ? [{ at, was }] : [];
  });
}

function momentsOf(line: string): number[] {
  return [...line.matchAll(/\]\((#t=[\d.]+)\)/g)].flatMap((match) => {
    const anchor = parseAnchor(match[1] ?? '');
    return anchor?.kind === 'time' ? [anchor.ms] : [];
  });
}

type Stretch = { start: number; end: number };

/** Addresses, code and anchor labels are skipped. */
function outOfBounds(line: string): Stretch[] {
  const found = line.matchAll(
    /\]\([^)]{0,2048}\)|<[^<>\s]{1,2048}>|`[^`]{0,2048}`|https?:\/\/[^\s)）]+|\[[^\]]{0,500}\](?=\(#)|(?<![\p{L}\p{N}&])#[\p{L}\p{N}_]+/gu,
  );
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function longerNames(line: string, { from, others }: SpeakerRename): Stretch[] {
  return others.flatMap((other) => {
    if (other.length <= from.length || !other.toLowerCase().includes(from.toLowerCase())) return [];
    const longer = readLabel(other);
    return longer
      ? [...line.matchAll(longer.pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
      : [];
  });
}

function cutsWord(before: string, after: string, label: Label): boolean {
  const left = Array.from(before.slice(-2)).at(-1) ?? '';
  const right = Array.from(after.slice(0, 2))[0] ?? '';
  if (!label.hanStart && wordCharacter.test(left) && !han.test(left)) return true;
  if (!label.hanStart && /[\p{L}\p{N}]\\?[-_@.'’]$/u.test(before)) return true;
  if (!label.hanEnd && wordCharacter.test(right) && !han.test(right)) return true;
  if (!label.hanEnd && /^\\?(?:[-–—_@.](?=[\p{L}\p{N}])|['’](?!s(?![\p{L}\p{N}]))(?=\p{L}))/u.test(after)) return true;
  if (label.kind === 'mark') return false;
  if (label.hanStart && han.test(left) && !hanBefore.test(before)) return true;
  if (label.hanEnd && han.test(right) && !hanAfter.test(after)) return true;
  // Beside another capitalised word it is part of a full name.
  if (!label.hanEnd && /^\s+\p{Lu}\p{Ll}/u.test(after)) return true;
  return !label.hanStart && /[^.!?:;。！？：；\s*_>(（“"-]\s+\p{Lu}\p{Ll}+\s+$/u.test(before);
}

const hanBefore =
  /(?:由|与|和|跟|同|对|向|给|让|请|问|据|被|是|而|但|当|因|因为|在|以|从|按|像|如|比|叫|把|及|或|到|于|后|时|中|了|着|称|即|听|找|见|谢|为|替|代|关于|针对|根据|其中|采访|回应|告诉)$/u;
const hanAfter =
  /^(?:说|讲|谈|问|答|回|认|觉|表|指|提|称|介|强|补|解释|解答|建议|建|同意|反|追|总结|分|描|承|坦|透露|主张|主持|质疑|打断|接|继续|还|也|则|又|就|再|先|最|随后|的|和|与|跟|及|在|是|对|向|把|被|用|从|因|等|都|不|没|有|曾|已|会|想|希望|担心|相信|告诉|请|让|要|以|将|举|给|为|针对|要求|计划|打算|决定|负责|支持|引用|开场|邀请|感谢|补充|呼吁|警告|列出|展示|比较|转述|认同|赞成|主讲|主导|时|后|这|那|于|到|来|去|做|写|看|听|算|里|一|自己|本人|们|首先|进一步|明确)/u;
const says =
  /^(?:\*{1,3}|_{1,2})?\s{0,9}(?:then|also|later|now|first|finally|again|further|clearly|simply|\p{Ll}{1,30}ly)?\s{0,9}(?:said|says|say|asked|asks|ask|answer(?:s|ed)?|repl(?:y|ies|ied)|respond(?:s|ed)?|explain(?:s|ed)?|argue[sd]?|note[sd]?|point(?:s|ed)|add(?:s|ed)?|agree[sd]?|disagree[sd]?|claim(?:s|ed)?|suggest(?:s|ed)?|propose[sd]?|describe[sd]?|mention(?:s|ed)?|report(?:s|ed)?|state[sd]?|tell(?:s)?|told|think(?:s)?|thought|believe[sd]?|recommend(?:s|ed)?|warn(?:s|ed)?|conclude[sd]?|confirm(?:s|ed)?|insist(?:s|ed)?|question(?:s|ed)?|introduce[sd]?|summari[sz]e[sd]?|discusse[sd]|discuss|talk(?:s|ed)?|speak(?:s)?|spoke|call(?:s|ed)?|compare[sd]?|emphasi[sz]e[sd]?|stresse[sd]|reject(?:s|ed)?|decide[sd]?|admit(?:s|ted)?|recall(?:s|ed)?|quote[sd]?|object(?:s|ed)?|promise[sd]?)(?![\p{L}\p{N}])/u;
const hanSays =
  /^(?:\*{1,3})?\s*(?:则|也|还|又|再|随后|接着|最后|首先|明确|进一步|继续)?(?:说|讲|谈|问|答|回答|回应|认为|觉得|表示|指出|提到|提出|提醒|称|介绍|强调|补充|解释|建议|同意|反对|反驳|追问|总结|分享|描述|承认|坦言|透露|主张|质疑|转述|认同)/u;
const credits =
  /(?:(?<![\p{L}\p{N}])(?:according to|said|says|asked|asks|told|tells|by|from|answers|replied|with|to)\s+|(?:据|由|问|问到|采访|回应|告诉|根据|对|与|和)\s*)(?:\*{1,3}|_{1,2})?$/iu;
/** Excludes times (1:05). */
const colon = /^(?:\*{1,3}|_{1,2})?\s*[:：](?!\d)/u;
/** After these words a name is an ordinary word: "Mark the date". */
const determiner = /^\s+(?:the|a|an|this|that|these|those|all|any|your|our|my|their|its|his|her|it|them|of)(?![\p{L}\p{N}])/iu;

function namesSpeaker(before: string, after: string, label: Label, speaks: boolean): boolean {
  const opens =
    /(?:^|[.!?。！？;；—–-]["”’»)）]?)\s{0,20}(?:[>*+-]\s{1,9}|\d{1,9}[.)]\s{1,9}|\[[ xX]\]\s{1,9}|["“‘（(]){0,9}(?:\*{1,3}|_{1,2})?$/u.test(
      before,
    );
  if (opens && colon.test(after)) return true;
  if (says.test(after) || hanSays.test(after)) return true;
  if (label.kind === 'letter') return false;
  if (credits.test(before)) return true;
  return speaks && !(opens && determiner.test(after));
}
