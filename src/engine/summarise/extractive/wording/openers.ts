import type { Language } from '../../../domain.ts';
import { startsWithName } from '../../../text/fillers.ts';

/** Links to what was said before, without which the statement is the same. 对 is also a preposition: 对我们来说, 对那些人. */
const chinese =
  /^(?:[，,、。；;：:…\s]+|[嗯呃额啊哎唉诶欸哦噢哈嘿喂呢嘛吧吗]+|好的?[吧了啊呀]?(?=[，,、。\s]|那|我|对|然后|所以|其实|首先)|OK|ok|对+(?:[吧啊呀嘛呢]|的(?=[，,。\s]))|对+(?=[，,、。\s]|我们?(?:觉得|认为|记得|就是|其实)|就(?:是|像|比如)|然后|所以|因为|其实|那(?:么|就|我|你|其实|如果|当然|所以|后来))|是[的啊](?=[，,。\s])|没错|对了|(?:你|大家)(?:看|想)(?:，|啊|呢|比如说?|就)+|(?:你|我)?(?:比如说?|例如)(?=[，,我你像在]|当)|我?(?:只是|就是)?想说的?是?(?=其实|[，,])|结果(?=然后)|坦率(?:来)?讲|说实话|(?:我)?(?:坦率|老实|简单)(?:地|的)?(?:来)?说|一方面(?=[，,他我你])|所以(?:说|呢)?|因为|但是?(?!凡|书)|而且|而(?![且是已言后为今])|并且|另外(?:的话|呢|还有)?|于是|不过|可是|只不过|反正|接着|后来|然后|那么|(?:与此)?同时(?:呢|[，,])|其实(?:来[讲说])?|当然|总之|总的来[说讲]|说白了|换句话说|也就是说?|就是说?|就(?!业|诊|读|医|任|餐|近|职|学|算|地|像|是|连)|那(?=其实|最后|现在|我|你|如果|在|对|从|当|大家|有|就|所以|可能|因为|第|首先|[，,、\s])|的话|这样的话|(?:你|大家|我们)?(?:要|都)?知道(?=[，,])|实际上|事实上|首先(?:的话|呢)?|其次(?:呢)?|最后(?:的话|呢)?(?=[，,])|第[一二三四五六七八九十][个点]?(?:呢|的话|就是|是)?(?=[，,、])|(?:我|我们)(?:刚才|刚刚)?(?:也)?(?:说|讲)(?:的|了|到的?)?(?=[，,])|我跟你说|怎么说呢|包括说|(?:这个|那个)(?=[，,、]|这个|那个|其实|就是))(?:呢|啊)?(?=[，,、\s\p{L}\p{N}“「『《"])/u;

const english =
  /^(?:and|but|['’]?cuz|['’]?cause(?= (?:i|we|you|they|he|she|it)\b)|so(?! (?:far|much|many|long|that|called)\b|-)|okay|ok|well(?!-)|yeah|yep|yes|no(?=,| (?:i|we|you|they|he|she|it|but|there|that['’]s)\b)|nope|oh|uh+|um+|erm?|hm+|mm+|mhm|alright|all right(?=[ ,])|right(?=,)|now(?! that\b)|then|also|plus|anyway|anyhow|actually|basically|again(?=,)|still(?=,)|however|therefore|thus|hence|besides(?=,)|instead(?=,)|of course|sure(?=,| (?:so|and|but|i|we|you|they|it)\b)|look(?=,)|see(?=,)|you see(?=,)|like(?=,)|i mean|you know|you know what|as (?:i|we) (?:said|mentioned|say)(?: before| earlier)?(?=,)|i guess|first(?:ly| of all)?(?=,)|second(?:ly)?(?=,)|third(?:ly)?(?=,)|finally(?=,)|lastly(?=,)|in fact(?=,)|at the same time(?=,)|for (?:example|instance)(?=,)|obviously|clearly(?=,)|honestly|frankly|hopefully(?=,)|otherwise(?=,)|to be honest(?=,))(?!-\w)(?:\s*[,.…–—-]+\s*|\s+)(?=\S)/i;

export function dropOpeners(text: string, language: Language): string {
  const pattern = language === 'zh' ? chinese : english;
  let rest = text.trim();
  for (let round = 0; round < 10; round += 1) {
    if (language === 'en' && startsWithName(rest)) break;
    const next = rest.replace(pattern, '').replace(language === 'zh' ? /^[，,、。；;：:\s]+/u : /^[,.;:\s-]+/u, '');
    if (next === rest || !/[\p{L}\p{N}]{2}/u.test(next)) break;
    rest = next;
  }
  return language === 'en' ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}
