/** Longer text is shown as plain paragraphs: no note is this long, and parsing costs grow with hostile input. */
export const maxMarkdownLength = 200_000;
