/** `作者：…`, `记者 …`, `By …`. */

const afterName =
  /(?<![|｜/／\s])[|｜/／\s]*(?:来源|来自|出处|编辑|责编|责任编辑|时间|日期|发布|发表|点击|阅读|浏览|评论|字号|我要|摄影|通讯员|实习|报道|图片|图[/／:：]|译者|翻译|校对|策划|监制|更新|版权|分类|标签|查看|人气|次数|稿源|网友|\d{4}[-/年.]|\d{2}:\d{2}|【|】|（|\(|\[|\]).*$/s;
const notAName =
  /^(?:本报|本站|本网|佚名|未知|不详|匿名|网络|转载|原创|无|admin|administrator|null|undefined|staff|editor|guest|by|author|posted|written by|writer|english|contributor|contributors|read more|home|news|blog|community|team|editorial|editorial team|webmaster|editors?|redaktion|写|的|是|小编|编辑部|本网记者|本报记者|新华社|中新社)$/i;
/** Counters, and what people do beside their name. */
const counter =
  /\d\s?(?:k\b|views?|comments?|followers?|posts?|articles?|reads?|likes?|replies|subscribers?|min\b|beiträge|aufrufe|次|篇|人|条)|^[\d\s.,:：/+-]+$|(?:浏览|点击|阅读|评论|粉丝|关注|人气|积分)/i;
const office = /\b(?:executive|manager|director|officer|analyst|specialist|contributor|correspondent|writer|editor|reporter)$/i;

/** `网`, `报`, …: an outlet, not a person. */
export const outlet =
  /(?:网|网站|公司|集团|工作室|频道|在线|日报|晚报|早报|时报|商报|都市报|新闻|编辑部|通讯社|电视台|博客|论坛|社区|门户|\.com|\.cn|\.net|\.org|inc\.?|llc|gmbh|ltd\.?)$/i;

export function cleanName(raw: string): string | null {
  let name = raw
    .replace(/\s+/g, ' ')
    .replace(/^[\s,，.;:|·•–-]+/, '')
    .trim();
  name = name
    .replace(/^(?:by|written by|posted by|author|words by|作者|文|撰文|记者|作\s*者)\s*[:：/／]?\s+/i, '')
    .replace(/^(?:作者|撰文|记者)\s*[:：]?/, '');
  name = name
    .replace(/(?<!\s)\s*[|•·]\s.*/, '')
    .replace(/(?<![,，;；:：、\-–—|])[,，;；:：、\-–—|]+$/, '')
    .trim();
  if (
    name.length < 2 ||
    name.length > 80 ||
    !/^[\p{L}'’][\s\S]*\p{L}/u.test(name) ||
    notAName.test(name) ||
    counter.test(name) ||
    (office.test(name) && !/[,，]/.test(name)) ||
    /^https?:|[@{}<>=]|^\d+$|编辑|[:：]/.test(name) ||
    /^[a-z\d]+(?:\.[a-z\d]+){2,}$/.test(name)
  )
    return null;
  return name;
}

const surnames =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧利师巩聂关荆游竺权盖益桓公肖闫覃岳涂' +
  '趙錢孫鄭馮陳褚衛蔣瀋韓楊許呂張嚴華謝鄒竇雲蘇範魯韋馬鳳賀倪湯羅畢鄔樂時齊餘顧蕭尹貝臧計談龐紀項藍閔賈婁顏鍾鐘駱凌萬盧莫應單諸鈕龔聞譚勞閻葉歐溫劉龍賴陸黃關聶鄧莊塗嶽闕';

/** Behind a name: what somebody else did. */
const otherRole = /(?:通讯员|通訊員|记者|記者|编辑|編輯|实习生|摄影|攝影|校对|译者|报道|報導).*$/s;

function chineseNames(written: string): string | null {
  const names: string[] = [];
  const text = written.replace(otherRole, '');
  for (const part of text.replace(/[、，,和/／|｜;；&]/g, ' ').split(/\s+/)) {
    if (!/^[\u4e00-\u9fff·]{2,4}$/.test(part) || !surnames.includes(part[0] ?? '')) break;
    names.push(part);
    if (names.length === 4) break;
  }
  // A name of two characters is often spaced: 王  芳.
  if (names.length === 0) {
    const spread = /^([\u4e00-\u9fff])[\s\u3000]+([\u4e00-\u9fff])(?![\u4e00-\u9fff])/.exec(text);
    if (spread && surnames.includes(spread[1] ?? '')) names.push(`${spread[1]}${spread[2]}`);
  }
  return names.length > 0 ? names.join(' ') : null;
}

const labelled = /(?:作\s{0,4}者|撰\s{0,2}文|撰\s{0,2}稿|发布者|发布人|楼主|发\s?表\s?人)\s{0,9}[:：]\s{0,9}([^\n]{1,60})/;
const reporters =
  /(?:[记記]\s{0,4}者|通讯员|通訊員|采写|採寫|撰稿|文字|文\s?[/／|｜丨]|(?:^|\n)[ \t\u3000]{0,9}文\s?[:：])\s{0,9}[:：]?\s{0,9}([\u4e00-\u9fff·][\u4e00-\u9fff· \t\u00a0\u3000、，,]{1,30})/;
const closing =
  /[（(]\s{0,9}(?:[^\s（()）:：]{0,12}?(?:作者|记者|撰稿)|文)[:：/\s]\s{0,9}([^（()）]{2,40})[)）]|[（(]\s{0,9}([\u4e00-\u9fff]{2,3})\s{1,9}[\u4e00-\u9fff]{2,4}报道[)）]/;
/** `（作者周晓河，系某某大学教授）` */
const described = /[（(]\s{0,9}(?:本文)?作者(?![系是为單单])([\u4e00-\u9fff·]{2,4})[，,、）)]/;
/** A pen name has no surname: it stands alone in its line or before another mark. */
const penName =
  /(?:^|\n)[ \t\u3000]{0,9}(?:文|撰文|作者)\s?[|｜丨/／]\s?([^\s\n|｜丨/／:：，,。]{2,12})[ \t\u3000]{0,9}(?=$|\n|编辑|图|来源)/;
const bracketed = /[[［【]\s*([\u4e00-\u9fff]{2,4})\s*[\]］】]\s*来源/;
const writing = /(?:^|[\n\s·、（(])([\u4e00-\u9fff]{2,4})\s{0,3}[/／]\s{0,3}文/;
const posting =
  /(?:^|[\n\s])由\s?([^\s\n]{2,14}?)\s?(?:张贴|发表|发布|提交)(?:于|在)?\s*[@＠\d\n]|(?:^|\n)(?:原创|转载)?[ \t\u3000]{0,4}([^\s\n:：]{2,14})\s?(?:最后|首次)?(?:发表于|发布于|张贴于)\s*[:：]?\s?\d{4}|(?:^|\n)([^\s\n:：]{2,14})[ \t]{0,4}于[ \t]{0,4}\d{4}[^\n]{4,20}(?:发布|发表)/;
/** Blogs that sign below a text. */
const signedPost =
  /posted @ \d{4}-\d{1,2}-\d{1,2}[ \t]{1,4}\d{1,2}:\d{2}[ \t\u00a0]{1,4}([^\s\n()（）]{2,20})[ \t\u00a0]{1,4}(?:阅读|Views)/i;
const byChinese = /(?:^|\n)[ \t]{0,4}[Bb][Yy][:：]?[ \t]{1,4}([\u4e00-\u9fff·]{2,10})[ \t]{0,4}(?=$|[\n/|,，·\d])/;
const issuer = /(?:发布机构|发文机关|发文机构|发布单位|发文单位)\s{0,9}[:：]\s{0,9}([\u4e00-\u9fff]{4,24})/;
/** An office signs below its text, above the date. */
const signature =
  /(?:^|\n)[ \t\u3000]{0,20}([\u4e00-\u9fff]{2,20}(?:政府|委员会|办公室|办公厅|局|厅|部|院|协会|学会|中心|大学|学院))[ \t\u3000]{0,20}\n[ \t\u3000]{0,20}\d{4}年\d{1,2}月\d{1,2}日/;
const editor =
  /(?:责任编辑|責任編輯|责\s?编|编\s?辑)\s*[:：|｜丨/／]\s*([\u4e00-\u9fff]{2,4}(?:[\s、，,][\u4e00-\u9fff]{2,4}){0,2})(?![\u4e00-\u9fff])/;
const personName = "\\p{Lu}[\\p{L}.'’-]*(?:[ \\t]+(?:\\p{Lu}[\\p{L}.'’-]*|van|von|de|der|la|di|zu|del)){1,3}";
const english = new RegExp(
  `(?:^|\\n|\\d{4}[ \\t]|[|·•][ \\t])[ \\t]{0,4}(?:(?:Article|Written|Posted|Published|Words|Story|Reviewed|WRITTEN|POSTED) )?(?:[Bb]y|BY):?[ \\t]{1,4}(${personName})`,
  'u',
);
/** Other languages begin sentences with these words too: nothing else may be in the line. */
const foreign = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(?:Eine? (?:Artikel|Beitrag|Gastbeitrag|Kommentar|Analyse|Reportage|Interview) )?(?:[Vv]on|VON|Par|PAR|Por|POR|Di|Door|Text|Autor|Autorin|Auteur|Autore|Author|Redakteur|Redakteurin):?[ \\t]{1,4}(${personName})[ \\t]{0,4}(?=$|[\\n,|·•–—(/\\d]|und |and |am )`,
  'u',
);
/** The name is in the line below. */
const below = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(?:(?:Article|Written|Posted|Published|Story|Words) )?(?:[Bb]y|BY|Author|Autor|Autorin|[Vv]on|VON):?[ \\t]{0,4}\\n[ \\t]{0,4}(${personName})[ \\t]{0,4}(?=\\n|$)`,
  'u',
);
const withOffice = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(${personName})[ \\t]{0,4}[|,·•–—][^\\n|]{0,40}(?:[Ww]riter|[Ee]ditor|[Rr]eporter|[Cc]orrespondent|[Cc]ontributor|[Rr]edakteur|[Kk]orrespondent|[Aa]utor|[Jj]ournalist)`,
  'u',
);
const oneWord = /(?:^|\n)[ \t]{0,4}(?:[Bb]y|Posted by)[ \t]{1,4}(\p{L}[\p{L}\d_.-]{2,20})[ \t]{0,4}(?:\n|$)/u;

export function labelledAuthor(lead: string, tail = ''): string | null {
  const label = labelled.exec(lead) ?? labelled.exec(tail.slice(-400));
  if (!label?.[1]) return null;
  // The country of a foreign author.
  const named = label[1].replace(/^\s{0,9}[[［（(【〔][\u4e00-\u9fff]{1,3}[\]］）)】〕]\s{0,4}/, '');
  const cut = named.replace(afterName, '').trim();
  return chineseNames(cut) ?? cleanName(cut.split(/[\s\u3000]{2,}|[,，;；|]/)[0] ?? '');
}

/** `来源：…`, the outlet that a text is from. */
export function sourceOf(lead: string): string | null {
  const found = /来\s{0,4}源\s{0,4}[:：]\s{0,4}[[［【《]?\s{0,4}([\u4e00-\u9fffA-Za-z0-9·.]{2,20})/.exec(lead)?.[1] ?? '';
  if (/^(?:网络|互联网|原创|转载|本站|未知|不详)/.test(found)) return null;
  return found.split(/作者|编辑|记者|责任编辑|发布|时间|日期/)[0] || null;
}

/** `…的博客`. */
export function blogOwner(title: string): string | null {
  return cleanName(
    /(?:^|[\s_|\-—[【])([^\s_|\-—[\]【】]{2,14})[\]】]?的(?:博客|blog|日志|空间|专栏|个人主页)/i.exec(title)?.[1] ?? '',
  );
}

/** `lead` is the text around the title, `after` what follows the article. Names in its middle are people written about. */
export function findByline(lead: string, tail: string, after: string): string | null {
  const label = labelledAuthor(lead, tail);
  if (label) return label;
  const close = closing.exec(tail) ?? closing.exec(lead);
  const found: (string | undefined)[] = [
    close?.[1] ?? close?.[2],
    described.exec(tail)?.[1] ?? described.exec(lead)?.[1],
    bracketed.exec(lead)?.[1],
    ...namesAfter(reporters, lead),
    writing.exec(lead)?.[1],
    ...namesAfter(reporters, tail),
    writing.exec(tail)?.[1],
  ];
  for (const text of found) {
    const names = text ? chineseNames(text.trim()) : null;
    if (names) return names;
  }
  const posted = posting.exec(lead);
  const name =
    cleanName(posted?.[1] ?? posted?.[2] ?? posted?.[3] ?? '') ??
    cleanName(penName.exec(lead)?.[1] ?? '') ??
    cleanName(byChinese.exec(lead)?.[1] ?? '') ??
    cleanName(signedPost.exec(`${tail.slice(-200)}\n${after}`)?.[1] ?? '') ??
    cleanName(issuer.exec(lead)?.[1] ?? '') ??
    cleanName(signature.exec(tail.slice(-120))?.[1] ?? '');
  if (name) return name;
  for (const pattern of [english, foreign, below, withOffice]) {
    const person = cleanName(pattern.exec(lead)?.[1] ?? '');
    if (person) return person;
  }
  return nameLine(lead) ?? cleanName(oneWord.exec(lead)?.[1] ?? '') ?? editorOf(`${tail.slice(-200)}\n${after}`);
}

/** "Reporter" is also said of people in the text: only what a name follows counts. */
function namesAfter(pattern: RegExp, text: string): (string | undefined)[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].slice(0, 6).map((match) => match[1]);
}

/** Academic texts list Chinese names below their title. */
function nameLine(lead: string): string | null {
  for (const line of lead.split('\n').slice(0, 12)) {
    const parts = line.trim().split(/[、，,\s]+/);
    if (parts.length < 2 || parts.length > 5 || !parts.every((part) => /^[\u4e00-\u9fff]{2,3}$/.test(part))) continue;
    if (parts.filter((part) => surnames.includes(part[0] ?? '')).length * 2 >= parts.length && /[、，,]/.test(line))
      return line.trim();
  }
  return null;
}

function editorOf(text: string): string | null {
  const name = editor.exec(text)?.[1];
  return name ? chineseNames(name) : null;
}
