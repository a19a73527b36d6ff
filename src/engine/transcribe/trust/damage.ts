/** UTF-8 read as a Western charset (`Ã©`, `â€™`, `æˆ‘`), or broken bytes in a Chinese one. */
const misreadUtf8 =
  /[ÃÂ][\u0080-\u00bf\u0152-\u0178\u2013-\u2122]|â€|[锟斤拷]{2}|烫烫烫|屯屯屯|ï¿½|[à-ï][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]{2}/gu;

/** No language writes these. */
const surelyMisread = /â€|ï¿½|[锟斤拷]{2}/gu;

/** UTF-8 read as a Russian charset: letters become `Р` or `С` and another one. */
const misreadCyrillic = /[РС][\u0400-\u040f\u0450-\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]/gu;

/** Common characters of both scripts: a third to a half of any Chinese text. */
const everydayHan = new Set(
  '的一是不了在有人我他这这個个们們来來到时時大地为為子中你说說生国國年着著就那和要她出也得里裡后後自以会會家可下而过過天去能对對小多然于於心学學么麼之都好看起发發当當没沒成只如事把还還用第样樣道想作种種开開美总總从從无無情己面最女但现現前些所同日手又行意动動方期它头頭经經长長儿兒回位分爱愛老因很给給名法间間斯知世什两兩次使身者被高已亲親其进進此话話常与與活正感见見明问問力理尔點点文几幾定本公特做外孩相西果走将將月十实實向声聲车車全信重三机機工物气氣每并並别別真打太新比才便夫再书書部水像眼等体體却卻加电電主界门門利海受听聽表德少克代员員许許稜先口由死安写寫性马馬光白或住难難望教命花结結乐樂色更拉东東神记記处處让讓母父应應直字场場平报報友关關放至张張认認接告入笑内內英军軍候民岁歲往何度山觉覺路带帶万萬男边邊风風解叫任金快原吃妈媽变變通师師立象数數四失满滿战戰远遠格士音轻輕目条條呢吧啊吗嗎二五六七八九百千'.split(
    '',
  ),
);

export function isDamagedText(text: string): boolean {
  const sample = text.length > 200_000 ? `${text.slice(0, 100_000)}${text.slice(-100_000)}` : text;
  const letters = count(sample, /[\p{L}\p{N}]/gu);
  const lost = count(sample.replace(/\s+/g, ''), /[\ufffd\p{Cc}\p{Co}\p{Cn}]/gu);
  if (lost * 100 > letters + lost) return true;
  // Letters missing from a charset are written as question marks.
  if (count(sample, /\?(?=\?)|\p{L}\?\p{L}/gu) * 10 > letters) return true;
  const wrong = count(sample, misreadUtf8);
  if (wrong >= 3 && wrong * 60 > letters) return true;
  const surelyWrong = count(sample, surelyMisread);
  if (surelyWrong >= 10 && surelyWrong * 200 > letters) return true;
  return isMisreadLatin(sample, letters) || isMisreadCyrillic(sample) || isMisreadHan(sample) || isMisreadKana(sample, letters);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Chinese or Russian read as Western gives only accented letters. */
function isMisreadLatin(text: string, letters: number): boolean {
  const accented = count(text, /[\u00a1-\u00bf\u00c0-\u00ff]/gu);
  return accented > letters * 0.4 && accented >= 20;
}

function isMisreadCyrillic(text: string): boolean {
  const letters = count(text, /\p{Script=Cyrillic}/gu);
  return letters >= 40 && count(text, misreadCyrillic) > letters * 0.2;
}

/** Read as Chinese, other charsets give rare characters; Japanese has kana too. */
function isMisreadHan(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  if (han.length < 60 || count(text, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) > han.length * 0.1)
    return false;
  const everyday = han.filter((character) => everydayHan.has(character)).length;
  return everyday < han.length * 0.15;
}

/** Halfwidth kana are rarely typed. */
function isMisreadKana(text: string, letters: number): boolean {
  return count(text, /[\uff66-\uff9f]/gu) > letters * 0.3;
}
