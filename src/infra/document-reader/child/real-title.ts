const fileName = /\.(?:docx?|pdf|pptx?|xlsx?|indd|tex|dvi|ps|qxd|rtf|odt|wps|pages|html?|md|txt|epub|mobi|azw3?)$/i;
const programName =
  /^(?:microsoft (?:word|powerpoint|excel)\b|powerpoint presentation|slide \d|幻灯片|untitled\b|(?:无标题|未命名)(?:文档|文件)? ?\d*$|(?:blank|new|scanned)?[ _]?(?:document|page) ?\d*$|(?:空白|新建)?(?:文档|文件) ?\d*$|unknown$|no title$|\(anonymous\)$)/i;
/** The link bar of a printed web page, such as `[Docs] [txt|pdf]`. */
const menu = /^(?:\[[^\]]*\]\s*){2,}$/;
const address = /^(?:about|https?|file|data|blob|chrome|ftp):\S*$/i;

/** Null for file names, program names, menus, URLs and wrongly decoded text. */
export function realTitle(title: string | null): string | null {
  const text = title?.trim() ?? '';
  if (text.length < 2 || text.includes('\ufffd') || !/\p{L}/u.test(text)) return null;
  return [fileName, programName, menu, address].some((junk) => junk.test(text)) ? null : text;
}
