/** The first characters of a text as readers count them, with an ellipsis when there are more. */
export function cutText(text: string, most: number): string {
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (characters.length === most) return `${characters.join('')}…`;
    characters.push(segment);
  }
  return text;
}
