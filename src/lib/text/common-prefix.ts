export function commonPrefix(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left.charCodeAt(length) === right.charCodeAt(length)) length++;
  const last = right.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
