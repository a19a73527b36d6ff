/** Finds lines before and after Chinese texts that are not part of them (bylines, sharing, reading tips), by their wording. */
import type { Block } from './blocks.ts';

/** In words; a longer line may be part of the text. */
const longestLine = 24;

/** Whole lines: pleas, folds, votes, separators, tags. */
const line = new RegExp(
  `^(?:${[
    '(?:点击|展开|查看|阅读)(?:展开|查看|阅读)?(?:剩余|余下|全文|全部|更多)[^。，]{0,8}|未完待续[^。，]{0,6}|剩余\\d{1,2}%未读',
    '(?:点击|轻触|长按|扫描|识别|扫一扫)[^。]{0,10}(?:蓝字|蓝色字|二维码|名片|上图)[^。]{0,4}(?:关注|加入|进群|下载|阅读|订阅|查看|更多)[^。]{0,16}|[^。，]{0,12}(?:二维码|公众号)[^。]{0,6}(?:关注|加入|下载)[^。]{0,12}',
    '(?:觉得|如果|喜欢|看完)?[^。]{0,12}(?:点个|点一下|点亮|点击|右下角)[^。]{0,8}(?:在看|好看|赞)[^。]{0,12}',
    '[-—=~·*\\s]{0,20}(?:the )?end[-—=~·*\\s]{0,20}|[-—=_*·~]{4,40}\\s?(?:分[隔割]线)?\\s?[-—=_*·~]{4,40}',
    '顶一?下?\\s?[（(]\\d+[)）][^。]{0,40}|[\\s\\d·|]{0,6}(?:(?:分享|收藏|举报|点赞|踩|浏览|评论|赞同|反对|收起|打赏|关注|回复|楼主|楼)[\\s\\d·|]{0,6}){2,8}',
    '(?:标签|文章标签|tags?)\\s?(?:[（(]tags?[)）])?\\s?[:：]\\s?[^。！？]{1,60}',
    '上一(?:篇|条|章|则)\\s?[:：][^。！？]{0,80}|下一(?:篇|条|章|则)\\s?[:：][^。！？]{0,40}',
    '(?:您|你)?(?:现在|当前|所在)的?位置(?:是)?\\s?[:：][^。]{1,60}|(?:[【[][^】\\]]{1,6}[】\\]]\\s{0,4}){2,9}',
    '打赏|赞赏|微信支付|支付宝|[^。，]{0,8}扫[一码]?[^。，]{0,4}(?:打赏|支付)|本文(?:作者|链接|标题)\\s?[:：][^。]{0,60}',
    '(?:打开|下载)[^。，]{0,8}(?:app|客户端)[^。]{0,3}(?:查看|阅读|参与|享受|看更多|体验|抢先)[^。]{0,14}',
  ].join('|')})$`,
  'i',
);

/** What a site says below any text: its rights, rules for comments, who stores the text. */
const notice =
  /仅?提供信息(?:网络)?存储(?:空间)?服务[。，）)]|请自觉遵守[^。]{0,14}(?:法律|法规|政策)|严禁发布色情|文明上网[，,、\s]?理性发言|仅(?:供|代表)网友|(?:登录|注册)后(?:才)?(?:可以|能|可)?(?:发表|查看|回帖|评论)|转载请(?:注明|附上|保留|联系)|版权归[^。]{0,14}(?:所有|共有)|如[^。]{0,12}侵(?:犯|权)[^。]{0,20}(?:联系|告知|删除)|^(?:原文|本文|文章)?(?:链接|地址|出处)\s?[:：]\s?(?:https?:|www\.)|^notice\s?[:：] the (?:content|above)/i;

const further =
  /^[【[\s·●■▌|]{0,3}(?:(?:相关|热门|热文|精彩|更多|推荐|延伸|最新|往期|热点|编辑|今日|作者最新)(?:阅读|新闻|文章|报道|推荐|内容|链接|资讯|回顾|精彩|精选|专题|文档|视频|帖子)|(?:为您|为你|编辑|小编)推荐|猜你(?:喜欢|感兴趣)|(?:您|你)可能(?:也|还)?(?:喜欢|感兴趣)|大家(?:都|还)?在(?:看|搜)|看过.{0,6}还看了?|上一篇|热榜|阅读排行榜?)[】\]\s:：>》]{0,4}$/;

/** `2011年10月27日 08:30 来源：某某网 作者：周晓河 我要评论(0)` */
const date = /\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}/;
const besideDate =
  /来\s?源|稿源|作\s?者|记者\s?[:：]|评论|浏览|点击|阅读|发布|发表|时间\s?[:：]|日期\s?[:：]|字[体号]|https?:\/\/|责编|编辑\s?[:：]/;
const longestDateline = 30;

export function isChineseFurniture({ text, words, owner }: Block): boolean {
  if (words > longestLine || text.length > 90 || /^(?:pre|code|h[1-6]|t[dh]|li)$/.test(owner.tagName)) return false;
  return line.test(text);
}

/** Offices show such facts as a table of the text. */
export const isChineseDateline = ({ text, words, cjk, owner }: Block): boolean =>
  cjk > 0 &&
  !/^(?:t[dh]|li|d[td])$/.test(owner.tagName) &&
  words <= longestDateline &&
  text.length <= 120 &&
  !/[。！？]$/.test(text) &&
  date.test(text) &&
  besideDate.test(text);

export const isChineseNotice = ({ text }: Block): boolean => notice.test(text.slice(0, 120));

export const isFurtherHeading = ({ text, words }: Block): boolean => words <= 8 && further.test(text);
