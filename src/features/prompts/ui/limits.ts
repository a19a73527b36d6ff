/** Repeated so that the page does not load the contract. */
export const titleLength = 100;
export const promptLength = 8_000;
export const placeholders = '{{title}} {{author}} {{site}} {{url}} {{language}}';
