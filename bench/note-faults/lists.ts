/** Faults that disturb readers of notes. Independent of the product's own lists and wider, so that the counts prove something. */
import type { Language } from '../../src/engine/domain.ts';

export const opener: Record<Language, RegExp> = {
  zh: /^(?:对(?:[，,、。\s对吧啊呀的嘛]|我|就|然后|所以|因为|那|其实)|就(?!业|诊|读|医|任|餐|近|职|学|算|地)|然后|因为|所以|那(?!个|些|种|位|边|里|儿|时|天|年)|但|而|并且|或者|还有|另外|于是|不过|可是|只不过|好[，,、的吧了\s]|嗯|呃|啊|哎|诶|哦|是的|没错|对了|的话|的|了|吧|呢|嘛|吗|反正|也|又|却|则|再(?!生|现)|还(?!原|款)|接着|后来|甚至|以及|和(?!平|谐|解)|跟|包括|比如|其实|当然|总之|同时|与此同时|说白了|换句话说|也就是|OK|ok)/u,
  en: /^(?:so|and|but|or|because|['’]?cause|['’]?cuz|then|now|yeah|yes|yep|no|nope|right|all ?right|oh|okay|ok|um+|uh+|er|erm|hm+|mm+|well|like|also|plus|anyway|anyhow|actually|basically|i mean|you know|you see|see|look|sure|which|who|though|however|therefore|thus|hence|nor|yet|still|again|i guess|as i said|in that case|of course|than|as well|too|otherwise|besides|instead)\b/i,
};

export const pronoun: Record<Language, RegExp> = {
  zh: /^(?:这|那[个些种位边里儿时天]|他|她|它|此(?!外)|该|其(?!实|次|中|他|它|余)|前者|后者|上面|以上|上述|刚才|刚刚|两者|彼此|某)/u,
  en: /^(?:this|that|these|those|he|she|they|them|him|his|her|hers|their|theirs|its|such|both of|the former|the latter|it(?![’']?s? (?:is |was |would be |has been )?(?:important|clear|possible|necessary|likely|essential|hard|difficult|easy|true|turns out)))\b/i,
};

/** Words with which no statement ends (`openEnd`) or begins (`openStart`). */
export const openEnd: Record<Language, RegExp> = {
  zh: /(?:的话|和|与|及|以及|是|在|把|被|将|就|也|还|都|又|且|而|但|但是|可是|不过|我|你|他|她|我们|他们|这个|那个|这些|那些|一个|一些|一种|这样一个|因为|所以|如果|虽然|然后|比如|比如说|例如|或者|或|对|对于|从|向|往|为|让|使|给|跟|等于|包括|叫|叫做|比|非常|很|更|最|之|其|第|个|种|位|只|才|再|没有|有|会|能|可以|要|想|应该|可能|已经|正在|通过|根据|关于|由|不|不是|没|就是|就是说|怎么|什么叫|那么|[，,、：:；;（(“「]|\d)$/u,
  en: /(?:\b(?:the|a|an|of|to|and|or|but|nor|with|without|that|which|who|whose|is|are|was|were|be|been|because|if|when|while|as|than|so|in|on|at|for|from|by|into|about|my|your|our|their|his|her|its|this|these|those|very|such|i|we|they|he|she|will|would|can|could|should|may|might|must|do|does|did|has|have|had|not|don['’]t|i['’]m|it['’]s|like|um|uh|per|every|each|some|any|more|between|through|during|whether|just|really|going|gonna|kind|sort)|[,;:(“-])$/i,
};

export const openStart: Record<Language, RegExp> = {
  zh: /^(?:[们着过地得性化者率]|[，,。！？!?、；;：:”」』）)]|以后|之后|之类|等等|方面|里面|上面)/u,
  en: /^(?:[,.;:!?)”-]|of\b|['’]s\b|['’]?(?:ll|ve|re|d)\b|(?:than|into|from|with|by)\b(?!.{0,80},))/i,
};

/** Sentences about the talk itself, such as greetings and thanks. */
export const aboutTalk: Record<Language, RegExp> = {
  zh: /大家(?:早上|上午|中午|下午|晚上)?好|各位(?:来宾|嘉宾|领导|朋友|同学|老师|观众|听众).{0,6}(?:好|早|晚)|谢谢(?:大家|各位|主持|您|你|老师|.{0,6}(?:老师|教授|总|校长|院长|主任|先生|女士))|(?:非常|再次|特别|衷心|首先)(?:感谢|谢谢)|感谢(?:大家|各位|主办|主持|邀请|.{1,8}的?(?:分享|发言|邀请|介绍))|(?:有请|欢迎|掌声|鼓掌)|(?:下一个|下一位|下一组|接下来的|最后一个|第[一二三四五六]个)(?:问题|话题|环节|议题|嘉宾|议程)|主持人|(?:今天|我们)的?(?:节目|直播|圆桌|论坛|会议|环节|活动|讨论|分享)(?:就)?(?:到|先到|开始|结束|到此)|(?:时间)(?:关系|有限|到了|差不多)|(?:订阅|点赞|关注)(?:我们|一下|本|频道|公众号)|公众号|评论区|弹幕|二维码|扫码|(?:抛砖引玉|自我介绍|介绍一下自己|做个介绍)|(?:请|想请|先请|那请).{0,10}(?:老师|教授|总|校长|院长|主任|先生|女士)|(?:回答|提问|请教|问)(?:一下|一个|您|各位|大家|刚才)|听得?(?:见|到)(?:吗|我)|PPT|下一页|屏幕(?:共享|上)|麦克风|静音|(?:我|咱们)(?:先|再|就|来)(?:讲|说|谈|聊|分享)(?:一下|几句|到这|这么)|刚才.{0,8}(?:老师|教授|总|校长|院长|主任|嘉宾|各位|大家).{0,8}(?:讲|说|谈|提|分享)|(?:今天|非常|很)(?:荣幸|高兴).{0,10}(?:来|能|和|跟|参加|邀请|分享)|聆听|收看|收听|拜拜|再见|休息(?:一下|十|五|片刻)/u,
  en: /\b(?:good (?:morning|afternoon|evening)|hello|welcome (?:to|back|every)|thank you|thanks|next (?:topic|question|item|slide|speaker|on the agenda|meeting|up)|first question|final question|question (?:is|for|from)|agenda|minutes of|the floor|point of order|chair(?:man|person)?\b|madam speaker|mr\. speaker|honou?rable member|go ahead|please go|mute[d]?|microphone|can you hear|hear me|see my screen|share my screen|slides?|powerpoint|presentation|subscribe|newsletter|podcast|episode|sponsor(?:ed)?|promo|patreon|like and|follow us|link (?:in|below)|sign up|check out|stay tuned|after the break|we['’]ll be back|my name is|i['’]m your|as (?:i|we) (?:said|mentioned)|let['’]s (?:start|move|begin|go|get|see|talk|wrap)|move on|moving on|wrap up|we['’]re (?:out of|running)|running out|time is up|five minutes|ten minutes|couple of minutes|any (?:other )?(?:questions|comments)|before we (?:start|begin|go)|that['’]s (?:it|all) (?:for|from)|see you|bye|goodbye|shall we|i(?:['’]d| would) like to (?:thank|start|begin|ask|welcome|remind|introduce)|i rise|petition(?:ers)? (?:presented|for a period)|unanimous consent|members who)\b/i,
};

export const lightTitle: Record<Language, RegExp> = {
  zh: /^(?:第 \d+ 部分|.{0,2})$|(?:一下|东西|事情|时候|情况|问题|方面|部分|地方|样子|感觉|过程|意思|有人|大家|我们|他们|自己|什么|怎么|一个|一些|这个|那个|这样|那样|这种|那种|今天|现在|一点|多少|第[一二三四五六七八九十])$|^(?:一下|东西|事情|时候|情况|这|那|我们?|你们?|他们?|大家|其实|然后|可能|应该|可以|就是|因为|所以|如果|觉得|包括|比如|进行|通过|非常|很|更|最|不|没|是|有|会|能|要|让|把|被|对|从|在|到|和|与|跟|去|来|做|想|说|看|讲|聊|谈)|[的了着过和与及或是在有把被让给对从向到为就也还都不没很更最会能要去来做想说看讲用走跑接拿放开关]$/u,
  en: /^part \d+$|\b(?:couple|sense|kind|sort|lot|lots|bunch|bit|thing|things|stuff|way|ways|part|parts|number|amount|piece|type|types|example|case|point|question|questions|time|times|day|days|people|person|guy|guys|something|anything|everything|someone|everyone|today|tomorrow|yesterday|week|year|years|minute|minutes|hour|hours|meeting|okay|yeah|um|uh|end|side|rest|half|step|place|fact|idea|reason|moment|whole|different|same|good|bad|big|little|actually|basically|really|probably|maybe)$|^(?:the|a|an|couple|sense|kind|sort|lot|lots|bit|thing|things|stuff|way|people|guys|okay|yeah|um|uh|just|really|actually|basically|going|gonna|want|think|guess|mean|say|said|go|get|got|make|put|take|come|see|know|let|thank|thanks|mr|mrs|ms|good|different|same)\b|\b(?:of|and|for|to|in|on|at|the|a|is|are|with|or)$/i,
};

export const lightTag: Record<Language, RegExp> = {
  zh: /^(?:[一二三四五六七八九十百千万亿两几零\d]+[个年月日天块岁倍分]?|.|.*(?:一下|东西|事情|时候|情况|问题|方面|部分|地方|感觉|意思|过程|有人|大家|我们|他们|自己|什么|怎么|一个|一些|这个|那个|这样|那种|今天|现在|一点|多少|的话|可能|应该|可以|就是|因为|所以|如果|觉得|包括|比如|进行|通过|非常|其实|然后|能够|需要|想要|希望|知道|看到|说到|比较|特别|真正|老师|嘉宾|主持人|同学|朋友|谢谢|感谢|刚才|刚刚|第一|第二|第三|最后|首先|以后|之后|之前|里面|上面|下面|不同|很多|更多|不能|不会|没有|有没有|是不是|越来越|一起|开始|出来|起来|过来|下来|来讲|来说|做到|提到|讲到|成为|带来|面对|提供|完全|实际|具体|基本|重要|主要|一定|一直|一样|左右|各种|整个|本身|之间|当中|其中))$/u,
  en: /^(?:\d.*|.|..|(?:thing|stuff|way|lot|bit|kind|sort|couple|sense|people|person|guy|guys|man|time|day|week|month|year|hour|minute|today|point|question|answer|example|case|idea|fact|reason|number|part|side|end|place|issue|problem|work|talk|talking|meeting|chair|mr-?chair|mister|madam|member|speaker|thank.*|okay|yeah|yes|right|good|great|nice|big|small|new|old|first|second|last|next|different|same|whole|real|sure|possible|important|maybe|actually|basically|really|probably|going|doing|saying|making|getting|looking|trying|thinking|something|anything|everything|someone|everyone|whatever|mean|guess|suppose|think|know|feel|want|need|hope|start|stop|move|change|help|show|tell|ask|call|set|put|run|turn|keep|give|use|used|using|ten|twenty|thirty|forty|fifty|hundred|thousand|million|billion|two|three|four|five|um|uh|hmm|hey|oh|cool|fine|sorry)s?)$/i,
};

export const long: Record<Language, (text: string) => boolean> = {
  zh: (text) => text.replace(/\s/g, '').length > 80,
  en: (text) => text.split(/\s+/).length > 40,
};

/** A clause may begin with one of these, so the words before it may be complete. */
export const clauseOpener: Record<Language, RegExp> = {
  zh: /^(?:[，,。！？!?、；;：:”」』）)\s]|然后|但|所以|因为|而|那|就是|如果|我|你|他|她|它|大家|其实|对|包括|比如|或者|同时|另外|还|也|并|首先|其次|最后|第|只|不过|可|虽|当|这|好|嗯|呃|啊|呢|吧|嘛)/u,
  en: /^(?:\s*[–—]|\s*(?:mm|hmm|oh|mm-hmm|yeah)[.,]|[.,;:!?)"”’\s]*$|[.,;:!?"”]|\s*(?:and|but|so|or|because|which|who|that|if|when|while|where|as|though|although|until|unless|since|i|we|you|they|he|she|it|there|this|then|now|okay|ok|yeah|um|uh|well|you know|for|in order|to|with|right|what|like)\b)/i,
};
