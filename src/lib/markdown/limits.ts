/** Longer text is shown as plain paragraphs: parsing costs grow with hostile input. */
export const maxMarkdownLength = 200_000;
