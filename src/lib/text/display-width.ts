/** The width of a text in columns of a fixed-width font: Chinese, Japanese and Korean characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) >= 0x2e80 ? 2 : 1;
  return width;
}
