import type { Language, Segment } from '../../domain.ts';
import type { Treatment } from './document.ts';

const spokenEnglish =
  /\b(?:um+|uh+|erm?|hmm+|okay|ok|yeah|yep|i mean|i think|i guess|you know|sort of|kind of|thank you|going to|gonna|actually|obviously|mr\.? (?:chair|speaker|president|chairman)|madam (?:chair|speaker)|good (?:morning|afternoon|evening)|my (?:next |first |final )?question)(?!\p{L})/giu;
const spokenChinese = /呃|嗯|对吧|是吧|就是说|然后|那么|这个|那个|我觉得|大家|的话|其实|你知道|所以说|谢谢/gu;

/** Words typical of speech per 100 words (English) or characters (Chinese) above which a text is speech. */
const threshold = { en: 0.85, zh: 0.7 } as const;

const sampleCharacters = 60_000;

/** For untimed text; timed text is always speech. */
export function detectTreatment(segments: readonly Segment[], language: Language): Treatment {
  let text = '';
  for (const segment of segments) {
    text += `${segment.text.slice(0, sampleCharacters - text.length)}\n`;
    if (text.length >= sampleCharacters) break;
  }
  const spoken = text.match(language === 'zh' ? spokenChinese : spokenEnglish)?.length ?? 0;
  const units = language === 'zh' ? text.length : (text.match(/\S+/g)?.length ?? 0);
  return units > 0 && (spoken * 100) / units >= threshold[language] ? 'speech' : 'article';
}
