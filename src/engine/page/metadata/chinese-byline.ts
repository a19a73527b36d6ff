/** Who signed a Chinese text: labels, datelines, signatures, the titles of blogs. */
import { afterName, chineseNames, cleanName, noName, onlyNames, outlet } from './names.ts';

/** `lead`: around the title; `below`: from the title to the first paragraph; `tail`: end of the article; `after`: after it. */
export type Surroundings = { lead: string; below: string; tail: string; after: string };

const labelled =
  /(?:作\s{0,4}者|撰\s{0,2}文|[撰供投]\s{0,2}稿\s?人?|撰\s{0,2}写\s?人?|执\s{0,2}笔\s?人?|主\s{0,2}笔|口\s{0,2}述|发布(?:[者人]|用户)|投稿者|上传[者人]|(?:信息)?录入[者人]?|发\s?[帖贴]\s?人|楼主|博主|发\s?表\s?[者人])\s{0,9}[:：|｜丨/／·][ \t\u3000\u00a0]{0,9}(?:\n\s{0,9}(?=[^\n，。！？]{1,20}(?:\n|$)))?(?=([^\n]{1,60}))/g;
/** `作者 周晓河`, `[作者] 周晓河` */
const unmarked = /(?:^|[\n\s[［【|])作\s{0,4}者[ \t\u3000\]］】]{1,4}([\u4e00-\u9fff·]{2,4})(?![\u4e00-\u9fff])/;
/** `[作者] 河边的阿周 发表于 …`: a pen name, which a date follows. */
const unmarkedPenName =
  /(?:^|[\n\s[［【|])作\s{0,4}者[ \t\u3000\]］】]{1,4}([^\s\n:：，。]{2,12})[ \t\u3000]{1,4}(?:发表于|发布于|于|在)?[ \t]{0,4}\d{4}[-/.年]/;
/** `文｜某某周刊 周晓河`: the outlet stands before its reporter. */
const behindOutlet =
  /(?:^|\n)[ \t\u3000]{0,9}文\s?[/／|｜丨][ \t\u3000]{0,4}[\u4e00-\u9fff]{2,8}[ \t\u3000]{1,4}([\u4e00-\u9fff]{2,3})(?![\u4e00-\u9fff])/;
const shared = '(?:图\\s?[、/／并]?\\s?文|文\\s?[、/／并]?\\s?图|文)';
/** These words also occur within sentences, so a mark or a space must follow. */
const roles =
  '(?:采访|採訪|执笔|主笔)(?=\\s{0,4}[:：/／|｜丨])[|｜丨]?|(?:评论员|評論員|专栏作家|特约作者)(?=[ \\t\\u3000:：/／])';
const reporters = new RegExp(
  `(?:[记記]\\s{0,4}者|通讯员|通訊員|信息员(?=[:：])|采写|採寫|撰稿人?|文字|${roles}|编译|編譯|整理[:：]|${shared}\\s?[/／|｜丨]|(?:^|[\\n \\t\\u3000])${shared}\\s?[:：])\\s{0,9}[:：/／|｜丨]?\\s{0,9}([\\u4e00-\\u9fff·][\\u4e00-\\u9fff· \\t\\u00a0\\u3000、，,]{1,30})`,
  'g',
);
/** A whole line of a role and a name without a colon: `文 周晓河`. */
const spacedLine = new RegExp(
  `(?:^|\\n)[ \\t\\u3000]{0,9}(?:撰文|${shared})[ \\t\\u3000]{1,4}([\\u4e00-\\u9fff·]{2,4})(?![\\u4e00-\\u9fff·])`,
);
/** `记者周晓河北京报道`, `記者周曉河台北27日電` */
const placed =
  /[记記]者\s{0,4}([\u4e00-\u9fff]{4,6}?)(?:\d{1,2}日[电電讯訊]|(?:即时|即時|综合|綜合|现场|現場|专题)?(?:报道|報導|報道))/;
/** `生活中心／周曉河報導` */
const desk =
  /(?:^|[\n\s〔【（(])[\u4e00-\u9fff]{1,6}(?:中心|[組组社網网報报])[/／|｜][ \t]{0,2}([\u4e00-\u9fff]{2,3}?)[ \t]{0,2}(?:[綜综]合|[專专][題题]|即[時时]|整理)?[報报][導导道]/;
/** `本报讯（周晓河 陈立）` */
const dateline = /[电電讯訊]\s{0,4}[（(]\s{0,4}([\u4e00-\u9fff·][\u4e00-\u9fff·、，, \t\u3000]{1,30})[)）]/;
const closing =
  /[（(]\s{0,9}(?:[^\s（()）:：]{0,12}?(?:作者|记者|撰稿)|文\s?[/／、并]?\s?图|图\s?[/／、并]?\s?文|文)[:：/\s]\s{0,9}([^（()）]{2,40})[)）]|[（(]\s{0,9}([\u4e00-\u9fff]{2,3})\s{1,9}[\u4e00-\u9fff]{2,4}报道[)）]/;
/** `（作者周晓河，系某某大学教授）` */
const described =
  /(?:[（([［【]\s{0,9}(?:本文)?作者(?![系是為为单简介])[ \t\u3000]{0,4}|(?:^|\n)[ \t\u3000]{0,4}本文作者|作者(?:简介|介绍)[】\]]?(?:[:：\n]|(?<=[】\]]))\s{0,4})([\u4e00-\u9fff·]{2,4}?)(?:[，,、）)（(\]］】\s]|[系为是](?=[\u4e00-\u9fff]{3}))/;
/** `（作者系某某大学教授 周晓河）`, `（周晓河，某某大学教授）` */
const introduced =
  /[（(［[][ \t]{0,4}(?:本文)?作者[系为是][^（()）\n]{2,30}?[ \t\u3000，,]([\u4e00-\u9fff·]{2,4})[ \t]{0,4}[)）\]］]/;
const nameAndOffice =
  /[（(]([\u4e00-\u9fff]{2,3})[，,][ \t]{0,2}[\u4e00-\u9fff]{2,24}(?:教授|研究员|记者|作家|学者|博士|主任|编辑|撰稿人|评论员|院长|所长|律师|教师|医师|分析师)[)）][ \t\n]{0,4}$/;
/** `（周晓河 文/图）`, `（某某大学 周晓河）` */
const closingRole =
  /[（(][ \t\u3000]{0,4}(?:[\u4e00-\u9fff]{2,16}(?:大学|学院|学校|研究院|研究所|法院|检察院|[报社网台局委办])[ \t\u3000]{1,4}([\u4e00-\u9fff·]{2,4}(?:[、 \t\u3000][\u4e00-\u9fff·]{2,4}){0,2})|([\u4e00-\u9fff·]{2,4}(?:[、 \t\u3000][\u4e00-\u9fff·]{2,4}){0,2})(?:[ \t\u3000]{0,4}(?:文\s?[/／、并]?\s?图|图\s?[/／、并]?\s?文|撰文|整理|供稿|编译)|[ \t\u3000/／]{1,4}文))[ \t\u3000]{0,4}[)）]/;
/** A part of an office, and not a person of it. */
const noSigner = /(?:[科组組办辦委]|办公室|中心)$/;
/** A pen name has no surname: it stands alone in its line or before another mark. */
const penName =
  /(?:^|\n)[ \t\u3000]{0,9}(?:文|撰文|作者)\s?[|｜丨/／]\s?([^\s\n|｜丨/／:：，,。]{2,12})[ \t\u3000]{0,9}(?=$|\n|编辑|图|来源)/;
const bracketed = /[[［【]\s*([\u4e00-\u9fff]{2,4})\s*[\]］】]\s*来源/;
const writing =
  /(?:^|[\n\s·、（(])([\u4e00-\u9fff]{2,4})\s{0,3}(?:[/／]\s{0,3}(?:文|著|[綜综]合[報报][导導道])|[|｜丨]\s{0,3}[文著](?![\u4e00-\u9fff]))/;
/** A line such as `周晓河 著` or `约翰·史密斯 文 陈立 译`. */
const written =
  /(?:^|\n)[ \t\u3000]{0,9}(?:[[［（(【〔][\u4e00-\u9fff]{1,3}[\]］）)】〕][ \t\u3000]{0,4})?([\u4e00-\u9fff]{1,6}(?:·[\u4e00-\u9fff]{1,8}){0,3})[ \t\u3000]{1,4}(?:著|文\s?[/／、并]\s?[图摄]|图\s?[/／、]\s?文|文|撰文)(?=[ \t\u3000]{0,4}(?:$|\n|[\u4e00-\u9fff·]{2,10}[ \t\u3000]{1,4}(?:译|图|摄影|摄)))/;
/** `由河边的阿周张贴 @ 2005-10-27`, also below the text. */
const postedBy =
  /(?:^|[\n\s]|本文)由\s?([^\s\n]{2,14}?)\s?(?:[于在]\s?\d{4}[-/.年][^\n]{3,16}?)?(?:张贴|发表|发布|提交)(?:于|在)?\s*[@＠\d\n]/;
const posting =
  /(?:^|\n)(?:原创|转载)?[ \t\u3000]{0,4}([^\s\n:：]{2,14}?)\s?(?:最后|首次)?(?:发表于|发布于|张贴于)\s*[:：]?\s?\d{4}|(?:^|\n|[|｜][ \t]{0,4})(?:由[ \t]{0,4})?([^\s\n:：]{2,14})[ \t]{0,4}(?:[于在][ \t]{0,4}|[ \t])\d{4}[-/.年][^\n]{4,16}(?:发布|发表|张贴|提交)/;
/** `原创 周晓河 河边周刊 2024-10-27` */
const original = /(?:^|\n)[ \t]{0,4}原创[ \t]{1,4}([^\s\n]{2,12})[ \t]{1,4}[^\s\n]{2,16}[ \t]{1,4}\d{4}[-/.年]/;
/** Below a post of a blog: `河边的阿周 发表于 08:30:00 | 评论 0`. */
const postFooter =
  /(?:^|\n)[ \t\u3000]{0,4}([^\s\n:：]{2,14})[ \t]{1,4}(?:发表于|发布于|張貼於|Posted at)[ \t:：]{0,4}[^\n|｜]{4,24}[|｜][^\n]{0,60}?(?:评论|引用|固定链接|永久链接|阅读全文|分类)/;
const signedPost =
  /posted @ \d{4}-\d{1,2}-\d{1,2}[ \t]{1,4}\d{1,2}:\d{2}[ \t\u00a0]{1,4}([^\s\n()（）]{2,20})[ \t\u00a0]{1,4}(?:阅读|Views)/i;
const byChinese = /(?:^|\n)[ \t]{0,4}[Bb][Yy][:：]?[ \t]{1,4}([\u4e00-\u9fff·]{2,10})[ \t]{0,4}(?=$|[\n/|,，·\d])/;
const issuer = /(?:发布机构|发文机关|发文机构|发布单位|发文单位)\s{0,9}[:：]\s{0,9}([\u4e00-\u9fff]{4,24})/;
/** An office signs between its text and the date. */
const signature =
  /(?:^|\n)[ \t\u3000]{0,20}([\u4e00-\u9fff]{2,20}(?:政府|委员会|办公室|办公厅|局|厅|部|院|协会|学会|中心|大学|学院))[ \t\u3000]{0,20}\n[ \t\u3000]{0,20}\d{4}年\d{1,2}月\d{1,2}日/;
const editor =
  /(?:责任编辑|責任編輯|[责責]\s?[编編]|[编編]\s?[辑輯])\s{0,4}(?:[:：|｜丨/／]|(?<=\s))\s{0,4}([\u4e00-\u9fff]{2,4}(?:[\s、，,][\u4e00-\u9fff]{2,4}){0,2})(?![\u4e00-\u9fff])/;
/** Parts of a byline below the title: a mark, a name, a date. */
const marked =
  /^[ \t\u3000]{0,9}([◎●○■□◆◇▲△★☆·|]?|—{1,2})[ \t\u3000]{0,4}([\u4e00-\u9fff][\u4e00-\u9fff、， \t\u3000]{1,18})(?:$|(?:[|｜·•/／][ \t\u3000]{0,4})?(?:\d{4}[-/.年]|\d{1,2}月))/;
/** `2024-10-27 08:30 周晓河` */
const dated =
  /^[ \t\u3000]{0,9}\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:[ \t\u3000]{1,4}\d{1,2}:\d{2}(?::\d{2})?)?(?:[ \t\u3000]{0,4}[|｜·•])?[ \t\u3000]{1,4}([\u4e00-\u9fff]{2,3}(?:[、 \u3000][\u4e00-\u9fff]{2,3}){0,2})[ \t\u3000]{0,9}$/;
/** A line below the title: `（周晓河）` */
const bracketedLine =
  /^[ \t\u3000]{0,9}[（(][ \t\u3000]{0,4}([\u4e00-\u9fff、 \u3000]{2,14}?)[ \t\u3000]{0,4}[)）][ \t\u3000]{0,4}$/;
/** The last words of a text: `……（周晓河）` */
const ending =
  /(?:^|[\n。！？”…」])[ \t\u3000]{0,4}[（(][ \t\u3000]{0,4}([\u4e00-\u9fff][\u4e00-\u9fff、 \t\u3000]{1,14})[)）][ \t\u3000]{0,4}(?:[（(]完[)）])?$/;
const endingSource =
  /(?:来源|來源)\s?[:：]\s?[\u4e00-\u9fff]{1,12}[报報网網社刊闻聞台][ \t\u3000]{1,4}([\u4e00-\u9fff、 \t\u3000]{2,14})$/;
/** `某某早报 周晓河 2024-10-27`, `周晓河/某某工作室`, in lines below the title. */
const besideOutlet = [
  /(?:[报網网社刊闻聞台])[ \t\u3000]{1,4}([\u4e00-\u9fff]{3}(?:[、 \u3000][\u4e00-\u9fff]{3}){0,2})[ \t\u3000]{0,4}(?:$|[|｜]|\d{4}[-/.年])/,
  /^[ \t\u3000]{0,9}([\u4e00-\u9fff]{3})[ \t\u3000]{0,2}[/／|｜丨][ \t\u3000]{0,2}[\u4e00-\u9fff]{2,10}(?:网|報|报|社|刊|台|新闻|工作室|传媒|频道)$/,
];
/** `本文为某某博主「河边的阿周」的原创文章` */
const owned = /本文(?:为|是|系)[^\s，。「“《【]{0,8}(?:博主|作者|用户)[「“《【]([^」”》】\s]{2,16})[」”》】]/;
/** A box of rights below the text. */
const rightsBox = /(?:^|\n)[ \t\u3000]{0,4}(?:本文|文章|博文)作者\s{0,4}[:：]\s{0,4}([^\s\n:：，,。]{2,14})[ \t]{0,4}(?=\n|$)/;
const blogTitle =
  /[-_|—]\s?([^\s_|—-]{2,14})\s?[-_|—]\s?(?:[\u4e00-\u9fff]{0,4}博客(?:园|网|中国)?|[A-Za-z]{2,8}博客|百度空间|QQ空间)\s?(?:$|[-_|—])/;

/** Keeps only the name of `羊城晚报记者 周晓河`. */
const withoutRole = (text: string): string => text.replace(/^[\u4e00-\u9fff· /／|｜]{0,14}[记記]者[\s:：]{0,4}/, '');
/** `宣传部 周晓河` */
const officeBefore =
  /^\s{0,4}[\u4e00-\u9fff]{1,15}(?:[部科处院系室局站社网报台]|中心|办公室|大学|学校|公司|集团)[ \t\u3000]{1,4}(?=[\u4e00-\u9fff]{2,4}(?![\u4e00-\u9fff]))/;
/** `这本书的作者：`: what follows is part of a sentence, unless it is a name. */
const withinSentence = /[\u4e00-\u9fff](?<!本文|文章|新闻|帖子|主题|原创|日志|博文|原|该文|[网報报刊社台日号站])$/;

/** "Reporter" also occurs within sentences, so only matches with a name count. */
function namesAfter(pattern: RegExp, text: string): (string | undefined)[] {
  return [...text.matchAll(pattern)].slice(0, 6).map((match) => match[1]);
}

export function labelledAuthor(lead: string, tail = ''): string | null {
  for (const text of [lead, tail.slice(-400)]) {
    // A table has the name in its next cell.
    const lines = text.replace(
      /(?:^|\n)([ \t\u3000]{0,4}作\s{0,4}者)[ \t\u3000]{0,4}[:：]?\n(?=[^\n，。！？]{1,20}(?:\n|$))/g,
      '\n$1：',
    );
    for (const { index, 1: value = '' } of [...lines.matchAll(labelled)].slice(0, 6)) {
      // Removes the country of a foreign author, and the office of an author.
      const named = withoutRole(value.replace(/^\s{0,9}[[［（(【〔][\u4e00-\u9fff]{1,3}[\]］）)】〕]\s{0,4}/, '')).replace(
        officeBefore,
        '',
      );
      const cut = named.replace(afterName, '').trim();
      const penName = withinSentence.test(lines.slice(Math.max(0, index - 3), index))
        ? null
        : cleanName(cut.split(/[\s\u3000]{2,}|[,，;；|。]/)[0] ?? '');
      const name = chineseNames(cut) ?? penName;
      if (name && !outlet.test(name)) return name;
    }
  }
  return chineseNames(unmarked.exec(lead)?.[1] ?? '') ?? cleanName(unmarkedPenName.exec(lead)?.[1] ?? '');
}

/** The person in `某某日报记者 周晓河 实习生 陈立`; any other text as it is. */
export function reporterIn(text: string): string {
  return /[\u4e00-\u9fff· ][记記]者[\s:：]{0,4}[\u4e00-\u9fff]/.test(text)
    ? (chineseNames(withoutRole(text.trim())) ?? text)
    : text.replace(/[ \t\u3000]发自[\u4e00-\u9fff]{2,8}$/, '');
}

export function sourceOf(lead: string): string | null {
  const found = /来\s{0,4}源\s{0,4}[:：]\s{0,4}[[［【《]?\s{0,4}([\u4e00-\u9fffA-Za-z0-9·.]{2,20})/.exec(lead)?.[1] ?? '';
  if (/^(?:网络|互联网|原创|转载|本站|未知|不详)/.test(found)) return null;
  return found.split(/作者|编辑|记者|责任编辑|发布|时间|日期/)[0] || null;
}

/** The owner in titles such as `…的博客` and `title_name_新浪博客`. */
export function blogOwner(title: string): string | null {
  const owner = /(?:^|[\s_|\-—[【])([^\s_|\-—[\]【】]{2,14})[\]】]?的(?:博客|blog|日志|空间|专栏|个人主页)/i.exec(title)?.[1];
  return cleanName(owner ?? blogTitle.exec(title)?.[1] ?? '');
}

/** Looks only at the beginning and the end: names in the middle of the text are people it is about. */
export function chineseByline({ lead, below, tail, after }: Surroundings): string | null {
  const close = closing.exec(tail) ?? closing.exec(lead);
  const found: (string | undefined)[] = [
    close?.[1] ?? close?.[2],
    described.exec(tail)?.[1] ?? described.exec(lead)?.[1],
    introduced.exec(tail)?.[1],
    bracketed.exec(lead)?.[1],
    ...namesAfter(reporters, lead),
    signedRole(tail),
    behindOutlet.exec(lead)?.[1],
    spacedLine.exec(lead)?.[1],
    written.exec(lead)?.[1],
    writing.exec(lead)?.[1],
    desk.exec(lead)?.[1],
    dateline.exec(lead)?.[1],
    placedName(lead),
    ...namesAfter(reporters, tail),
    spacedLine.exec(tail)?.[1],
    writing.exec(tail)?.[1],
    written.exec(tail)?.[1],
    placedName(tail),
  ];
  for (const text of found) {
    const names = text ? chineseNames(withoutRole(text.trim())) : null;
    if (names) return names;
  }
  const posted = posting.exec(lead);
  return (
    cleanName(postedBy.exec(lead)?.[1] ?? posted?.[1] ?? posted?.[2] ?? '') ??
    cleanName(penName.exec(lead)?.[1] ?? '') ??
    cleanName(byChinese.exec(lead)?.[1] ?? '') ??
    cleanName(original.exec(lead)?.[1] ?? '') ??
    cleanName(postedBy.exec(after)?.[1] ?? postFooter.exec(after)?.[1] ?? '') ??
    cleanName(signedPost.exec(`${tail.slice(-200)}\n${after}`)?.[1] ?? '') ??
    cleanName(owned.exec(`${tail}\n${after}`)?.[1] ?? '') ??
    cleanName(rightsBox.exec(after)?.[1] ?? '') ??
    cleanName(issuer.exec(lead)?.[1] ?? '') ??
    cleanName(signature.exec(tail.slice(-120))?.[1] ?? '') ??
    bareName(below, tail)
  );
}

function signedRole(tail: string): string | undefined {
  const text = closingRole.exec(tail.slice(-60))?.slice(1).find(Boolean);
  return text?.split(/[、 \t\u3000]/).some((name) => noName.test(name) || noSigner.test(name)) ? undefined : text;
}

/** A place of two or three characters follows the name. */
function placedName(text: string): string | undefined {
  const both = placed.exec(text)?.[1];
  return both?.slice(0, both.length === 4 ? 2 : 3);
}

/** A name without a label, in a line below the title or as the last words of the text. */
function bareName(below: string, tail: string): string | null {
  for (const line of below.split('\n')) {
    const [, mark, text] = marked.exec(line) ?? [];
    const beside = besideOutlet.map((pattern) => pattern.exec(line)?.[1]).find(Boolean);
    const names =
      onlyNames(beside ?? bracketedLine.exec(line)?.[1] ?? '', 3) ??
      (text ? onlyNames(text, mark ? 2 : 3) : null) ??
      onlyNames(dated.exec(line)?.[1] ?? '', 3) ??
      onlyNames(endingSource.exec(line.trimEnd())?.[1] ?? '', 3);
    if (names) return names;
  }
  const end = tail.trimEnd().slice(-80);
  return (
    onlyNames(ending.exec(end)?.[1] ?? nameAndOffice.exec(end)?.[1] ?? '', 2) ??
    onlyNames(endingSource.exec(end)?.[1] ?? '', 2) ??
    onlyNames(end.split('\n').at(-1) ?? '', 3)
  );
}

export function editorOf(text: string): string | null {
  const name = editor.exec(text)?.[1];
  return name ? chineseNames(name) : null;
}
