/** Of a file of text, such as subtitles. */
export const maxTextBytes = 20 * 1024 * 1024;
