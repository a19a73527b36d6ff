/** A longer text is shown as plain paragraphs, as hostile input makes parsing slow. */
export const maxMarkdownLength = 200_000;
