import type { Language } from '../../../domain.ts';

const pointsBack: Record<Language, RegExp> = {
  zh: /^(?:这(?!几年|一?二?三?十年|两年|世界)|那[个些种位边里儿时天样一]|那(?=$|[，,])|他|她|它|此(?!外|次)|该|其(?!实|次|中|他|它|余)|前者|后者|两者|二者|上面|上述|以上|刚才|刚刚|彼此|某)/u,
  en: /^(?:this|that|these|those|it|it['’](?:s|ll|d)|he|she|they|them|him|his|her|hers|their|theirs|its|that['’](?:s|ll|d)|(?:he|she)['’](?:s|ll|d)|they['’](?:re|ve|ll|d)|such|both|the former|the latter|another one|the other (?:one|thing)|one of (?:them|those|these)|same)\b(?!-)/i,
};
/** `It is important to …` points at nothing. */
const expletive =
  /^it(?:['’]s| is| was| would be| will be| has been| seems| appears) (?:also |very |really |so |not |more |quite |absolutely |just |always |extremely )?(?:important|clear|possible|impossible|necessary|likely|essential|hard|difficult|easy|true|crucial|critical|vital|obvious|useful|better|best|time|worth)\b/i;

const goesOn: Record<Language, RegExp> = {
  zh: /^(?:[们着过了地得的吧呢吗嘛性化率]|[，,。！？!?、；;：:”」』）)]|包括|还有|以及|和(?!平|谐|解)|跟|与|或|也(?!许)|又|却|则|再(?!生|现|造|次)|还(?!原|款)|都|才|只|便|并|是|会(?!议|员|计)|能(?!源|力|量)|可(?!持续|靠|见)|要(?!素|求)|得到|把|被|让|使(?!用者)|给|比(?!特|例|赛|较)|比如|例如|甚至|之(?!前|江)|以后|之后|之类|等|方面|里|上(?!海|市|游|层|世纪|课|学|网|线)|中(?!国|心|小|医|介|间|文|央|学|年|美|东|部|科)|下(?!游|一代|沉|降|半年)|去(?!中心|年|世)|来(?!自|源|访)|到|说|讲|看|像|就像|叫|做|怎么|怎样|什么|哪|多少|几乎|而|但|所以|因为|然后|就|那|对[，,]|不然|否则|那么|由此|因此|从而|通过(?=$|[，,])|个|种|位|第[一二三四五六七八九十][个点种]?(?:[，,是呢]|$)|一(?:个|种|些)(?=[，,]|$)|有(?:一个|一种|些|点|一些)?(?=[，,]|$)|为什么|怎么|如何|在于|共同(?!体|富裕|点)|值得|肯定|导向|认为|希望|进行(?!曲)|确实|直接|回到|并且|觉得|真的|真正|相当于|也就|等于|属于|作为(?=$|[，,])|成为|变成|导致|产生|发挥|需要|应该|必须|可能|能够|更多的?是|(?:不管|无论)(?=$)|一直|已经|正在|主要(?=是|就)|不(?!同|断|良|可|仅)|没(?!有人)|很|非常|特别(?=[是好大多])|尤其|像|跟着|按照(?=$)|去|来讲|说实话|一方面)/u,
  en: /^(?:[,.;:!?)”’-]|and|but|or|nor|so|because|['’]?cause|which|who|whom|whose|than|then|of|['’]\w|from|into|with|by|as well|too|also|either|neither|like(?!,)|is|are|was|were|be|been|being|am|has|have|had|does|do|did|can|could|will|would|should|shall|may|might|must|not|n['’]t|to|for|on|at|in(?= (?:there|it|that|which|this case|that case)\b)|about|over|under|through|until|unless|though|although|where|when(?=.{0,30}$)|whatever|whether|just|even|only|more|less|some of (?:them|it|that|those)|you know|i mean|sort of|kind of|something|anything|um|uh|yeah|okay|ok|yes|no|right|well|anyway|therefore|however|thus|otherwise|instead|besides|still|again|look|see|going|wanna|gonna|gotta|think|guess|supposed|supported|seems|looks|sounds|depends|looking|trying|making|doing|getting|coming|having|being|taking|saying|speaking of|thinking|talking|depending|based|in order|such|maybe|probably|perhaps|anything|certainly|exactly|absolutely|same|another|someone|somebody|why|how|what(?! (?:we|i|you|they|the|matters|makes|is)\b)|who|how)\b(?!-)/i,
};
/** Adverbials that open a whole sentence: `For most schools, …`. */
const adverbial =
  /^(?:of|from|with|by|to|for|on|at|about|over|under|through|until|unless|though|although|where|when|like|whether|even|in)\b[^,]{2,60}, \S|^(?:some|more|less|only|just|no|not) \w+|^(?:to|for|on|at|from|with|over|in) \w+/i;

const openEnd: Record<Language, RegExp> = {
  zh: /(?:[和与及是在把被将就也还都又且而但我你他她它对从向往为让使给跟等叫比很更最之其第种位个只才再没有会能要想由或到说不]|因为|所以|如果|虽然|然后|比如说?|例如|或者说?|[这那一][个些种]|这样|就是说?|这样子的?|可以|应该|可能|已经|正在|通过|根据|关于|包括|等于|我们|你们|他们|什么叫|怎么|那么|的话|一样的|不是|没有|非常|比较|特别|进行|作为|以及|对于|当中的?|属于|成为|更[多大好高]的|认为|觉得|希望|需要|其实|来讲|来说|[，,、：:；;（(“「《]|\d|(?<![是好对行]|[一-龥]{3,9}[有么样新高大多强])的)$/u,
  en: /(?:(?:^|[\s'’-])(?:the|a|an|of|to|and|or|but|nor|with|without|that|which|who|whose|is|are|was|were|be|been|being|am|because|if|when|while|as|than|so|in|on|at|for|from|by|into|onto|about|my|your|our|their|his|her|its|this|these|those|very|such|i|we|they|he|she|will|would|can|could|should|may|might|must|do|does|did|has|have|had|not|n['’]t|don['’]t|i['’]m|we['’]re|they['’]re|you['’]re|it['’]s|that['’]s|there['’]s|i['’]ve|we['’]ve|you['’]ve|they['’]ve|like|um|uh|per|every|each|some|any|more|between|through|during|whether|just|really|going|gonna|kind|sort|lot|bit|even|also|then|where|how|what|why|mr|mrs|ms|dr|into|over|under|until|unless|although|though|maybe|probably|basically|actually|quite|too|only|consequently|now minister|next|most|other|another|no|its|own|let|let['’]s|get|make|say|said|think|mean|know|guess)|[,;:(“–—-]|\d{1,3},)$/i,
};

const waiting =
  /(?:^|[\s'’-])(?:the|an?|of|to|at|for|from|by|into|onto|my|your|our|their|its|every|each|per|i['’]m|we['’]re|they['’]re|you['’]re|i['’]ve|we['’]ve|are|were|am|be|been|being|whose|very|what|which|whether|if|than|until|unless|how|why|where|how best|how much|how many)\s*$/i;

/** Whether a clause cannot end with this text, so that no new one begins after it. */
export function waitsForMore(before: string, language: Language): boolean {
  return language === 'en' && waiting.test(before);
}

const subordinate: Record<Language, RegExp> = {
  zh: /^(?:如果|虽然|尽管|当(?!地|代|前|年|下|中|然)|即使|即便|只要|除非|无论|不管|由于|因为|既然|随着|为了|除了|除去|对于|关于|从.{1,20}(?:到现在|以来|的时间|开始)(?:.{0,6}年)?(?:的时间)?$|在.{1,14}(?:[时候中上下里后前]|情况下|过程中|方面|之后|之前)$|从.{1,12}(?:角度|方面|来[看说讲])|.{1,14}(?:的话|的时候|来[说讲]|而言|之后|以后)$)/u,
  en: /^(?:if|when|while|although|though|unless|until|since|because|whether|as|even if|even though|in order|after|before|given|once|despite|in terms of|for (?:example|instance)|in (?:fact|addition|particular))\b/i,
};

export function startsWeakly(text: string, language: Language): boolean {
  const bare = text.replace(/^[“"「『‘]+/u, '');
  if (language === 'en') {
    if (expletive.test(bare)) return false;
    return pointsBack.en.test(bare) || (goesOn.en.test(bare) && !adverbial.test(bare));
  }
  return pointsBack.zh.test(bare) || goesOn.zh.test(bare);
}

export function pointsAtBefore(text: string, language: Language): boolean {
  return pointsBack[language].test(text) && !(language === 'en' && expletive.test(text));
}

export function endsOpen(text: string, language: Language): boolean {
  return openEnd[language].test(text.replace(/(?<![。！？!?.…”"'’」』）)\s])[。！？!?.…”"'’」』）)\s]+$/u, ''));
}

export function isSubordinate(text: string, language: Language): boolean {
  return subordinate[language].test(text.trim());
}
