import type { Language } from '../../../domain.ts';

/** Phrases that open a topic, near the start of a unit. */
const opensChinese =
  /第[一二三四五六七八九十]+个?(?:问题|话题|部分|环节|方面|议题|主题)|(?:下|另)(?:面|一)?个?(?:问题|话题|环节|部分|议题|主题)|接下来|下面(?:我们|请|有请)|最后(?:一个|我们|请|想)|我们(?:今天)?(?:再)?来(?:聊|看|谈|讨论|说)|(?:想|再)(?:请问|问|请教)(?:一下)?|有请|换(?:一)?个(?:问题|话题)|进入|那我们(?:再|就|来|从|先)|先从|谢谢|感谢|掌声|回到(?:我们|这个)|话题|议题|主题/u;
const opensEnglish =
  /\b(?:move on|moving on|next (?:question|topic|item|point|thing|one|slide|up|agenda)|turn(?:ing)? (?:now )?to|let(?:'|’| ')?s (?:start|talk|move|go on|turn|look|get|begin|see|go)|agenda|item \d|first (?:item|question|topic|thing)|last (?:item|question|topic|thing)|another (?:question|topic|item|thing|issue)|the next|finally|to begin|begin with|go(?:ing)? on to|shall we|any other|questions? (?:now )?(?:from|about|on)|thank you|thanks|anyway|okay so|ok so|so okay|so ok|presentation|welcome|back to|by the way|discuss)\b/i;

const headLength = { zh: 60, en: 160 } as const;

export function opensTopic(text: string, language: Language): boolean {
  return (language === 'zh' ? opensChinese : opensEnglish).test(text.slice(0, headLength[language]));
}

const closesChinese =
  /(?:谢谢|感谢)(?:大家|各位|主持人|老师)?[。！!，, ]*$|(?:就|先)(?:讲|说|谈|聊|到)(?:这么多|这些|这里|这儿|这)[。！!，, ]*$|掌声[。！!]*$/u;
const closesEnglish =
  /(?:thank you(?: very much)?|thanks|that's it|that 's it|that's all|that 's all|that's everything|any questions)\W*$/i;

export function closesTopic(text: string, language: Language): boolean {
  return (language === 'zh' ? closesChinese : closesEnglish).test(text.slice(-headLength[language]));
}
