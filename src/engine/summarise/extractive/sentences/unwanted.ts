import type { Language } from '../../../domain.ts';

/** Sentences that are never key sentences. Prompt injections are recognised by how they address the reader. */

const englishCourtesy =
  /^(?:(?:hi|hello|hey|welcome|good (?:morning|afternoon|evening)|thank you|thanks|bye|goodbye|see you|cheers)\b.{0,60}$|(?:and )?(?:with that,? )?(?:thank you|thanks) (?:very much|so much|all|everyone|for (?:watching|listening|joining|reading|having|coming)))/i;
const englishPromotion =
  /\b(?:subscribe (?:to|for|now|and)|(?:hit|smash|click|press) (?:the|that) (?:like|subscribe|bell|link|button)|like and subscribe|(?:this|today's) (?:episode|video|podcast|show) is (?:sponsored|brought to you)|brought to you by|our sponsors?|promo code|discount code|use (?:the )?code [A-Z0-9]{3,30}|link in the (?:description|bio)|affiliate links?|sign up for (?:our|the|my) newsletter|all rights reserved|privacy policy|terms of (?:service|use)|accept (?:all )?cookies|we use cookies|share this (?:article|post|page)|follow us on|leave a (?:comment|review)|click here|read more:|advertisement|photo(?:graph)?s? (?:by|credit|courtesy)|copyright ©?|last updated on|(?:reach out|contact us|get in touch|call us|visit (?:us|our)|book a (?:call|demo)|schedule a (?:call|demo|consultation)|request a (?:quote|demo)) (?:to|today|now|at|for|with|on|website)|download our|for more (?:information|insights?|perspectives|details|on (?:this|how))\b[^.]{0,60}\b(?:visit|explore|see|check|read|contact|browse)|shop (?:now|our)|buy now|free (?:trial|quote|consultation))\b/i;
/** Lines of other European languages that lead to another page or to a subscription. */
const otherPromotion =
  /^[\p{P}\p{S}\s]{0,4}(?:lesen Sie (?:auch|hier|mehr|dazu|weiter)|(?:weitere|mehr|alle|nähere)\s.{0,80} (?:finden|erfahren|lesen|sehen) Sie hier|abonnieren Sie|jetzt (?:abonnieren|anmelden)|(?:lea|lee) (?:también|además|aquí|más)\s?:|suscríb(?:ase|ete)|(?:à )?(?:lire|voir) (?:aussi|également)|lire la suite|(?:abonnez|inscrivez)-vous|leggi anche|iscriviti|abbonati|leia (?:também|mais)|lees (?:ook|verder)|(?:czytaj|zobacz) (?:też|także|również|więcej)|zapisz się|läs (?:också|även|mer)|les også|читайте (?:также|ещё|еще)|подпи(?:шитесь|сывайтесь))(?!\p{L})|(?<!\p{L})(?:klicken Sie hier|haga clic aquí|cliquez ici|clicca(?:te)? qui|clique aqui|klik hier|kliknij tutaj|klicka här)(?!\p{L})/iu;
const chineseCourtesy =
  /^(?:好的?[，,、 ]?)?(?:(?:非常)?(?:谢谢|感谢)(?:大家|各位|主持人|.{0,12}(?:老师|教授|校长|总|先生|女士|嘉宾|分享|发言|收看|收听|观看|聆听|介绍|提问|回答)).{0,16}|(?:大家|各位|主持人|老师们?|观众朋友们?|听众朋友们?).{0,14}(?:你?好|早上好|下午好|晚上好|新年好)|欢迎.{0,12}(?:收看|收听|来到|回到|大家|各位).{0,24}|(?:我们)?(?:下期|下次|下集|明天)(?:再见|见)|掌声.{0,10}|(?:有请|请).{0,12}(?:老师|教授|校长|总|嘉宾|上台|上场))[。！!~～.]{0,9}$/u;
const chineseHosting =
  /^(?:好的?|那|嗯|OK|ok){0,6}[，,、 ]{0,6}(?:非常|首先|再次|也){0,6}(?:谢谢|感谢).{0,14}(?:老师|教授|校长|院长|主任|总|先生|女士|嘉宾|主持人|各位|大家).{0,30}$|(?:表示|致以|表达).{0,10}(?:感谢|谢意|祝贺|欢迎)[。！!]*$|上[台场](?:来|吧)?[。！!]*$|(?:请教|请问|想问|再问|问一下|提问).{0,16}问题|^.{0,16}我的?(?:这个|第.个|下一个)?问题(?:就)?是/u;
/** Titles of persons: a list of them only says who is present. */
const chineseOffice =
  /教授|主任|院长|老师|博士|书记|研究员|总经理|董事长|总裁|副总|院士|所长|局长|校长|秘书长|创始人|合伙人|CEO|先生|女士/gu;
const rollCall = { least: 3, each: 22 };
const chinesePromotion =
  /一键三连|点赞.{0,6}(?:关注|收藏|投币|转发)|(?:关注|订阅)(?:我|我们|本|一下).{0,10}(?:频道|账号|公众号|节目|专栏)|长按.{0,6}二维码|扫(?:描|码|一扫).{0,8}(?:关注|二维码|加入|添加)|本(?:期|集|节目|视频)由.{1,20}(?:赞助|冠名|提供)|优惠码|领取优惠|点击(?:链接|下方|购买|这里|阅读原文)|版权所有|转载请|未经授权|责任编辑|责编[:：]|编辑[:：]|原标题[:：]|免责声明|隐私政策|点击.{0,6}(?:加载|展开)/u;

const addressesProgram = [
  /\b(?:in|to|of|for|with|from|within|into) (?:your|the) (?:next |final |own )?(?:response|reply|replies|answer|output|summary|summaries|completion)\b/i,
  /\byour (?:next |final |entire |whole )?(?:response|reply|replies|answer|message|output|summary|completion|system prompt|instructions|programming|training data)\b/i,
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|all|any|every|other|these|those|your)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|guidelines?|commands?|context|text|content|said|told)\b/i,
  /\b(?:reply|respond|answer|output|print|say|return|write|begin|start|end|finish)\b.{0,20}\b(?:only|just|exactly|nothing but|with the (?:word|phrase|text|sentence|following))\b/i,
  /\bsummari[sz]e\b.{0,60}\b(?:as|by saying|with the words?)\b/i,
  /\byou are (?:now |no longer )?(?:an?|the|my) (?:\w{1,30} ){0,3}(?:ai|a\.i\.|assistant|chatbot|language model|bot|llm|gpt|translator|expert|hacker|pirate|developer mode)\b/i,
  /\b(?:act|behave|respond|speak|talk|write) (?:as|like) (?:if|though|an?|the)\b.{0,40}\b(?:you|ai|assistant|bot|model|pirate|character|expert)\b/i,
  /\b(?:attention|note|notice|message|instructions?|dear|hey|hello|to|for)[ ,:]{1,9}(?:to |for |the |any |all |every |our ){0,6}(?:ai|a\.i\.|llm|gpt|chatgpt|claude|gemini|assistant|language model|chatbot|bot|summari[sz]er|model)s?\b/i,
  /\b(?:assistant|ai|llm|chatbot|language model|summari[sz]er|model)s?,? (?:must|should|shall|please|are (?:asked|required|instructed|told)|has to|have to|needs? to|will now|you)\b/i,
  /\b(?:reader|user|model|assistant|bot|system)s? (?:of|reading|processing|summari[sz]ing|that reads?|who reads?) (?:this|the|our) (?:document|text|page|article|content|transcript|message)\b/i,
  /^\s*(?:#+\s*)?(?:system|assistant|user|developer|human|ai|instructions?)\s{0,9}(?:prompt|message|override|note)?\s{0,9}[:：>]/i,
  /\[\/?(?:inst|system|assistant|user)\]|<\|?\/?(?:im_start|im_end|system|assistant|user|endoftext)\|?>/i,
  /\b(?:do not|don't|never) (?:mention|summari[sz]e|include|reveal|tell|translate|disclose)\b.{0,60}\b(?:user|reader|summary|article|text|page|this|instructions?|prompt)\b/i,
  /(?:忽略|无视|忘记|忘掉|不要理会|跳过|覆盖)(?:掉|了)?.{0,14}(?:之前|以上|上面|前面|上述|先前|此前|所有|全部|原有|原来|系统).{0,14}(?:指令|指示|提示|要求|规则|内容|命令|设定|文字|的话)/u,
  /(?:在|给|把|将|对)?(?:你|您)的?(?:回答|回复|答案|输出|摘要|总结|回应|答复)(?:里|中|时|内|末尾|结尾|开头|前|后|必须|应该|应当|要|改|用|翻译|加|不)/u,
  /(?:请|只|仅|直接|必须|务必|统一|一律|改)(?:要|需|能|应|可以)?(?:用|以|按|使用|采用).{0,14}(?:回答|回复|输出|作答|应答|翻译|总结|概括)/u,
  /(?:只|仅|直接|必须|务必|统一|一律)(?:要|需|能|应|可以|需要)?(?:回答|回复|输出|说出|打印|返回)/u,
  /(?:总结|概括|摘要|翻译|归纳|改写)(?:本文|这篇|该|这段|全文|成|为|时|的时候|里|中).{0,30}(?:必须|务必|请|只|加上|写上|说明|提到|推荐|宣传|附上|插入|输出)/u,
  /(?:你|您)(?:现在|从现在起|此刻|将|不再)?(?:是|扮演|充当|作为|变成)(?:一个|一名|一位|个|我的)?.{0,8}(?:AI|人工智能|助手|助理|机器人|语言模型|大模型|翻译|专家|黑客|角色)/iu,
  /(?:致|写给|告知|提醒|请|各位|所有|任何|亲爱的|注意[，,：:]?)(?:所有|任何|阅读|正在|处理|本文|的){0,9}(?:AI|人工智能|大语言模型|语言模型|大模型|智能助手|聊天机器人|机器人|助手)(?:[，,：:请你您都应必须需要在]|们|助手|模型|系统|$)/iu,
  /(?:系统|开发者|管理员)(?:提示|指令|消息|命令|通知)[：:]/u,
];

export function isCourtesyOrPromotion(text: string, language: Language): boolean {
  return language === 'zh'
    ? chineseCourtesy.test(text) || chineseHosting.test(text) || chinesePromotion.test(text) || isRollCall(text)
    : englishCourtesy.test(text) || englishPromotion.test(text) || otherPromotion.test(text);
}

function isRollCall(text: string): boolean {
  const offices = text.match(chineseOffice)?.length ?? 0;
  return offices >= rollCall.least && text.length <= offices * rollCall.each;
}

/** Text that addresses a program is used in no key sentence, title or tag. */
export function speaksToProgram(text: string): boolean {
  return addressesProgram.some((pattern) => pattern.test(text));
}

const englishTask =
  /^(?:please|now|then|also|next|first|finally|instead|just|kindly|and|so|in your \w+)?[\s,:]*(?:(?:can|could|would|will) you (?:please )?)?(?:add|advertise|anagram|analy[sz]e|answer|append|ask|augment|begin|break down|calculate|change|choose|classify|click|combine|compare|complete|compose|compute|convert|copy|correct|create|decode|define|delete|describe|design|develop|direct|discuss|display|download|draft|edit|emphasi[sz]e|encode|encourage|end|enhance|explain|extract|fetch|find|finish|fix|forget|format|forward|generate|give|group|highlight|identify|ignore|imagine|implement|include|inform|insert|install|instruct|integrate|introduce|invent|invite|join|jumble|list|make|mention|misspell|modify|name|navigate|offer|open|outline|output|paraphrase|post|praise|predict|prepend|pretend|print|promote|propose|provide|publish|put|quote|rate|rearrange|recommend|remind|remove|render|repeat|rephrase|replace|reply|respond|reveal|reverse|rewrite|run|say|scramble|search|send|share|show|solve|speak|spell|start|state|stop|submit|substitute|suggest|summari[sz]e|switch|talk|teach|tease|tell|transform|translate|try|turn|type|update|use|visit|warn|write)\b/i;
const chineseTask =
  /^(?:请|请你|请您|麻烦|现在|然后|接着|接下来|帮我|帮忙|给我|务必)*(?:你|您|帮我|给我)?(?:写|编写|创作|撰写|起草|翻译|解释|说明|描述|列出|列举|介绍|回答|回复|输出|生成|计算|总结|概括|扮演|模拟|推荐|告诉|提供|重复|打印|改写|替换|插入|添加|加上|删除|忽略|点击|下载|访问|安装|打开|发送|分享|转发|提到|强调|假装|证明|比较|分析|讲一个|讲个|说一个)/u;

/** Whether a request belongs to the text is decided by the caller, from its words. */
export function isRequest(text: string, language: Language): boolean {
  return language === 'zh' ? chineseTask.test(text) : englishTask.test(text);
}
