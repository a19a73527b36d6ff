import type { Language } from '../../../domain.ts';

/** Words with which a speaker says what comes next: 聊一聊……, `talk about …`. */
const before: Record<Language, RegExp> = {
  zh: /(?:聊|谈|讲|说|讨论|探讨|介绍|分享|关于|针对|围绕|聚焦|题目|主题|话题|议题|问题|标题|进入|来看|看看|叫|叫做)(?:一?下|一聊|一谈|一讲|一说|一看|一些|到|的){0,3}(?:就?是|叫做?|关于|我们|咱们|这个|那个|[：:，,“「《 ]){0,4}$/u,
  en: /\b(?:talk(?:ing|ed)? (?:a (?:little|bit|little bit) )?(?:more )?about|speak(?:ing)? (?:about|on)|discuss(?:ing)?|turn(?:ing)? (?:now )?to|mov(?:e|ing) (?:on|onto|now) ?to|look(?:ing)? at|focus(?:ing)? on|(?:topic|subject|theme|question|issue|title|matter) (?:of|is|on|about)|questions? (?:about|on|regarding|concerning)|concerning|regarding|start(?:ing)? with|begin(?:ning)? with|on to|presentation on|report on|introduc(?:e|ing)|called|cover(?:ing)?)\s+(?:(?:the|a|an|our|your|their|some|this|these|of|is|about)\s+)*$/i,
};
const after: Record<Language, RegExp> = {
  zh: /^(?:[”」》]?的?(?:这[个样一些]{0,3}|那个)?(?:话题|问题|主题|议题|部分|环节|方面|专题|板块))/u,
  en: /^ (?:topic|question|issue|item|section|part)\b/i,
};

export function announcesTopic(left: string, right: string, language: Language): boolean {
  return before[language].test(left) || after[language].test(right);
}
