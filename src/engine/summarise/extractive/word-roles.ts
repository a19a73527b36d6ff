import type { SourceDocument } from './document.ts';

/** Neighbours of a word show whether it is used as a noun; nouns make better names. */
const neighbours = {
  en: {
    thingAfter:
      /^(?:the|a|an|of|this|that|these|those|my|your|our|their|his|her|its|for|with|in|on|about|from|by|more|some|any|no|new|each|every)$/,
    actionAfter:
      /^(?:to|i|you|we|they|he|she|it|will|can|would|could|should|must|may|might|not|don['’]t|didn['’]t|who|please|and|then|let['’]s)$/,
    thingBefore: /^(?:of|is|are|was|were|has|have|that|which|who|for|in|on)$/,
    actionBefore: /^(?:the|a|an|it|them|him|her|us|me|you|your|my|their|up|down|out|off|this|that)$/,
  },
  zh: {
    thingAfter: /^(?:的|个|种|这个|那个|一个|一些|这些|在|对|和|与|及|从|为|把|于|各|该|本|款|项|条)$/u,
    actionAfter:
      /^(?:不|没|没有|会|能|要|可以|去|来|我|你|他|她|我们|你们|他们|它|大家|很|非常|应该|想|得|地|再|就|都|也|更|最|比较|能够|正在|已经|开始|如何|怎么|是不是)$/u,
    thingBefore: /^(?:的|是|和|与|及|里|中|上|方面|领域|行业|问题|们|在|之间)$/u,
    actionBefore: /^(?:了|着|过|一下|起来|出来|到|得|这个|那个|一个|一些|我们|自己|他们)$/u,
  },
  other: {
    thingAfter:
      /^(?:de|del|des|du|da|do|das|dos|di|della|dei|la|le|les|el|los|las|il|lo|gli|os|as|un|una|une|uno|um|uma|ein|eine|einen|der|die|het|een|en|ett|et|w|z|na|dla|в|на|из|для|о)$/u,
    actionAfter:
      /^(?:se|si|ne|no|não|non|nicht|niet|inte|ikke|nie|się|не|je|vous|nous|ils|elle|on|qui|que|che|ich|wir|sie|er|zu|te|att|ya|они|он)$/u,
    thingBefore: /^(?:de|del|des|du|da|do|di|della|der|von|van|av|af)$/u,
    actionBefore: /^(?:la|le|les|el|los|las|il|lo|gli|um|una|une|uma|den|das|się|que|che|zu)$/u,
  },
} as const;

/** How far a word is used as a noun, by its key: from 0.3 (a verb) to 1.5 (a noun). */
export type WordRoles = (key: string) => number;

export function findWordRoles(document: SourceDocument, foreign: readonly boolean[]): WordRoles {
  const kinds = neighbours[document.other ? 'other' : document.language];
  const capitalsTell = document.other?.name === 'de' && hasCapitals(document);
  const evidence = new Map<string, { thing: number; action: number }>();
  document.sentences.forEach((sentence, index) => {
    if (foreign[index]) return;
    sentence.words.forEach((word, at) => {
      if (word.isStop) return;
      let seen = evidence.get(word.key);
      if (!seen) {
        seen = { thing: 0, action: 0 };
        evidence.set(word.key, seen);
      }
      const before = sentence.words[at - 1]?.text.toLowerCase() ?? '';
      const after = sentence.words[at + 1]?.text.toLowerCase() ?? '';
      if (kinds.thingAfter.test(before)) seen.thing += 1;
      if (kinds.actionAfter.test(before)) seen.action += 1;
      if (kinds.thingBefore.test(after)) seen.thing += 1;
      if (kinds.actionBefore.test(after)) seen.action += 1;
      // Its nouns are capitalised, and nothing else is.
      if (capitalsTell && at > 0) seen[/^\p{Lu}/u.test(word.text) ? 'thing' : 'action'] += 2;
    });
  });
  return (key) => {
    const seen = evidence.get(key);
    return seen ? Math.max(0.3, Math.min(1.5, (seen.thing + 2) / (seen.action + 2))) : 1;
  };
}

/** The least share of capitalised words; recognised speech may have none. */
const leastCapitals = 0.1;

function hasCapitals({ sentences }: SourceDocument): boolean {
  let capitalised = 0;
  let all = 0;
  for (const { words } of sentences) {
    all += words.length;
    for (const word of words.slice(1)) if (/^\p{Lu}/u.test(word.text)) capitalised += 1;
  }
  return capitalised >= all * leastCapitals;
}
