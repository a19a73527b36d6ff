export const afterName =
  /(?<![|｜/／\s])[|｜/／\s]*(?:[)）]|来源|来自|出处|编辑|责编|责任编辑|时间|日期|发布|发表|提交|审[核稿校]|核稿|点击|阅读|浏览|评论|字号|我要|摄影|通讯员|实习|报道|图片|图[/／:：]|译者|翻译|校对|策划|监制|更新|版权|分类|标签|查看|人气|次数|稿源|网友|举报|关注|私信|订阅|\d{4}[-/年.]|\d{2}:\d{2}|【|】|（|\(|[[\]［］]).*/s;
const notAName =
  /^(?:本报|本站|本网|佚名|未知|不详|匿名|网络|转载|原创|无|admin|administrator|null|undefined|staff|guest|by|author|posted|(?:posted|written|published) by|writer|english|contributor|contributors|read more|home|news|blog|community|team|editorial|editorial team|webmaster|editors?|redaktion|写|的|是|小编|编辑部|本网记者|本报记者|新华社|中新社|(?:系统|超级|网站|本站|后台)?管理员|(?:来自|来源|转自|摘自)?(?:网络|互联网)(?:整理|收集|转载|资源)?|未署名|游客|访客|匿名用户|本站整理|本站编辑|本网编辑|本站原创|综合|整理|会员投稿|.{0,20}(?:discuz|comsenz|phpwind|dedecms|织梦|phpcms|帝国cms|wordpress|joomla|typecho|z-?blog|frontpage|dreamweaver).{0,40})$/i;
const counter =
  /\d\s?(?:k\b|views?|comments?|followers?|posts?|articles?|reads?|likes?|replies|subscribers?|min\b|beiträge|aufrufe|次|篇|人|条)|^[\d\s.,:：/+-]+$|(?:浏览|点击|阅读|评论|粉丝|关注|人气|积分)/i;
/** Commands of a page beside a user's name. */
const commands =
  /\b(?:log(?:ged)?[ -]?(?:in|out)|sign(?:ed)?[ -]?(?:in|out|up)|edit profile|my account|your (?:account|profile)|click here|abmelden|einloggen)\b/i;
const office = /\b(?:executive|manager|director|officer|analyst|specialist|contributor|correspondent|writer|editor|reporter)$/i;

export const outlet =
  /(?:^(?:新浪|搜狐|网易|腾讯|凤凰|央视|新华|澎湃|界面|百度|知乎|简书|豆瓣|哔哩哔哩|今日头条|微信公众)[\u4e00-\u9fff]{0,5}|网|网站|公司|集团|工作室|频道|在线|日报|晚报|早报|时报|商报|都市报|新闻|编辑部|通讯社|电视台|博客|论坛|社区|门户|\.com|\.cn|\.net|\.org|inc\.?|llc|gmbh|ltd\.?|(?<!\p{L})(?:s\.\s?a\.|s\.\s?r\.\s?l\.|sp\.\s?z\s?o\.\s?o\.|plc|b\.\s?v\.))$/iu;

export function cleanName(raw: string): string | null {
  let name = raw
    .replace(/\s+/g, ' ')
    .replace(/^[\s,，.;:|·•–-]+/, '')
    .trim();
  name = name
    .replace(/^(?:by|written by|posted by|author|words by|作者|文|撰文|记者|作\s*者)\s*[:：/／]?\s+/i, '')
    .replace(/^(?:作者|撰文|记者)\s*[:：]?/, '');
  name = name
    .replace(/(?<!\s)\s*(?:[|•·]\s.*|(?<=\s)微博$)/, '')
    .replace(/(?<![,，;；:：、\-–—|])[,，;；:：、\-–—|]+$/, '')
    .trim();
  if (
    name.length < 2 ||
    name.length > 80 ||
    !/^[\p{L}'’][\s\S]*\p{L}/u.test(name) ||
    notAName.test(name) ||
    counter.test(name) ||
    commands.test(name) ||
    (office.test(name) && !/[,，]/.test(name)) ||
    /^https?:|[@{}<>=]|^\d+$|编辑|[:：]/.test(name) ||
    /^[a-z\d]+(?:\.[a-z\d]+){2,}$/.test(name)
  )
    return null;
  return name;
}

export const surnames =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧利师巩聂关荆游竺权盖益桓公肖闫覃岳涂佘仝亓呙逯晁阚冼佟矫牟谌苟缑隋亢麦檀敖郄冷辛付丘苑邸' +
  '趙錢孫吳鄭馮陳褚衛蔣瀋韓楊許呂張嚴華謝鄒竇雲蘇範魯韋馬鳳賀倪湯羅畢鄔樂時齊餘顧蕭尹貝臧計談龐紀項藍閔賈婁顏鍾鐘駱凌萬盧莫應單諸鈕龔聞譚勞閻葉歐溫劉龍賴陸黃關聶鄧莊塗嶽闕';

/** `约翰·史密斯`: the dot shows that it is a name. */
const foreignName = /^[\u4e00-\u9fff]{1,6}(?:·[\u4e00-\u9fff]{1,8}){1,3}$/;

const otherRole = /(?:通讯员|通訊員|记者|記者|编辑|編輯|实习生|摄影|攝影|校对|译者|报道|報導).*/s;

/** Words beside names that begin with a surname's character. */
const labels = new Set(
  '时间 时政 时评 文章 文字 文化 文学 文艺 国内 国际 国家 通知 公告 公司 公开 关于 关注 关键词 经济 全文 全部 农业 广告 广东 广西 广州 江苏 江西 安徽 成都 温州 郑州 沈阳 常州 徐州 平台 房产 金融 石油 高清 方式 方法 应用 单位 和谐 万元 任务 连载 养生 时尚 财经'.split(
    ' ',
  ),
);

export function chineseNames(written: string): string | null {
  const names: string[] = [];
  const text = written.replace(otherRole, '');
  for (const part of text.replace(/[、，,和/／|｜;；&]/g, ' ').split(/\s+/)) {
    const isChinese =
      /^[\u4e00-\u9fff·]{2,4}$/.test(part) && surnames.includes(part[0] ?? '') && !notAName.test(part) && !labels.has(part);
    if (!isChinese && !foreignName.test(part)) break;
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

const common =
  '王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武戚莫孔向汤' +
  '張劉陳楊黃趙吳孫馬鄭許鄧馮韓蕭葉蔣蘇呂盧鍾鐘薑譚範陸賈韋鄒閻龍賀顧龔萬錢嚴湯';
/** Places, pages and days that begin like a name. */
export const noName =
  /[市省县區区镇鎮村乡鄉州港站网網报報版台臺图圖课課学學类類榜页頁圈吧厅廳局部院所室处處会會社店]$|^周[一二三四五六日末]$|^(?:马鞍山|石家庄|张家口|张家界|高尔夫|万年历|任意门)$/;

/** Names without a label: only with the most common surnames, and if the text is nothing else. */
export function onlyNames(text: string, shortest: number): string | null {
  const spread = /^([\u4e00-\u9fff])[ \t\u3000]{1,4}([\u4e00-\u9fff])$/.exec(text.trim());
  const names = spread ? [`${spread[1]}${spread[2]}`] : text.trim().split(/[、，,\s]+/);
  if (names.length > 4) return null;
  const least = spread ? 2 : shortest;
  const fits = (name: string): boolean =>
    /^[\u4e00-\u9fff]{2,3}$/.test(name) && name.length >= least && common.includes(name[0] ?? '') && !noName.test(name);
  return names.every(fits) ? names.join(' ') : null;
}
